export * from './speaks-sql.ts'
