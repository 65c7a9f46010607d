import '../posting/breaks.ts'
