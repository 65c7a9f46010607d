export * from '../wallet/index.ts'
