import './cycle-a.ts'
