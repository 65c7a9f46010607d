import '../pg/breaks.ts'
