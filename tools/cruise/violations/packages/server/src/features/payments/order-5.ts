import '../operations/index.ts'
