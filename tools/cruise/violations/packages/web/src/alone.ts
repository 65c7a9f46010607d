export * from '@puente/ledger'
