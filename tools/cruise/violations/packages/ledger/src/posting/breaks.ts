import '../check/breaks.ts'
