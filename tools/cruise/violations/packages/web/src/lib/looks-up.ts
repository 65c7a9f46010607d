export * from '../features/home/a.ts'
