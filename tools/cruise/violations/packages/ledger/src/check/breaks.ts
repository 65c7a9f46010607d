import '../seal/breaks.ts'
