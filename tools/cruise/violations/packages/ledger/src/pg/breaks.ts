import '../rows/breaks.ts'
