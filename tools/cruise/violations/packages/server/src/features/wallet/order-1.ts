export * from '../transfers/index.ts'
