export * from '@puente/sandbox'
