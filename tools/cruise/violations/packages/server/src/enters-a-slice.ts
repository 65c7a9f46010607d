export * from './features/auth/inner.ts'
