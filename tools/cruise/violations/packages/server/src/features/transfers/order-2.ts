export * from '../activity/index.ts'
