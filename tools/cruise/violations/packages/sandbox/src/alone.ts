export * from '@puente/contract'
