import { expect, test } from 'vitest'
import { sizeIn } from './paper-size-rules.ts'

test.each([
  ['America/New_York', 'letter'],
  ['America/Indiana/Indianapolis', 'letter'],
  ['America/Puerto_Rico', 'letter'],
  ['America/Toronto', 'letter'],
  ['America/Mexico_City', 'letter'],
  ['America/Bogota', 'letter'],
  ['America/Santiago', 'letter'],
  ['Asia/Manila', 'letter'],
  ['Pacific/Honolulu', 'letter'],
  ['US/Eastern', 'letter'],
  ['America/Sao_Paulo', 'a4'],
  ['America/Argentina/Buenos_Aires', 'a4'],
  ['America/Lima', 'a4'],
  ['America/Montevideo', 'a4'],
  ['America/Santo_Domingo', 'a4'],
  ['Europe/Madrid', 'a4'],
  ['Asia/Seoul', 'a4'],
  ['UTC', 'a4'],
])('a paper for a reader in %s is %s', (timeZone, size) => {
  expect(sizeIn(timeZone)).toBe(size)
})
