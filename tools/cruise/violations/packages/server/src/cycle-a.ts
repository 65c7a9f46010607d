import './cycle-b.ts'
