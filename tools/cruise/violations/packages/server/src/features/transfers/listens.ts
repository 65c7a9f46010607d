export * from '../rewards/index.ts'
