export * from '../home/a.ts'
