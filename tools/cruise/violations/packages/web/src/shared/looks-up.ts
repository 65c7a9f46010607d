export * from '../routes/home.ts'
