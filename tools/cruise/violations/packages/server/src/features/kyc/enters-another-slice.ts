export * from '../auth/inner.ts'
