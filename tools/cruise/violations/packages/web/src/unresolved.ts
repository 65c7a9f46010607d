export * from './nowhere.ts'
