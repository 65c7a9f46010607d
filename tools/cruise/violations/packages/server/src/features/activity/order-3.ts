export * from '../operations/index.ts'
