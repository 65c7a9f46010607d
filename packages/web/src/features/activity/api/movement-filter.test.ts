import { expect, test } from 'vitest'
import { filterOf, noChoice, type Words } from './movement-filter.ts'

const words = {
  types: { sent: 'Enviado', received: 'Recibido', deposit: 'Depósito' },
  states: { PENDING: 'Pendiente', COMPLETED: 'Completado' },
} as Words
const asked = (search: string) => filterOf({ ...noChoice, search }, words)

test.each([
  ['depo', { searchTypes: ['deposit'] }],
  ['DEPÓSITO', { searchTypes: ['deposit'] }],
  ['recibido', { searchTypes: ['received'] }],
  ['pend', { searchStates: ['PENDING'] }],
])('"%s" also finds what the word stands for on the screen', (search, meant) => {
  expect(asked(search)).toEqual({ search, limit: 20, ...meant })
})

test.each(['d', 'lunch', '25'])('"%s" stands for no type and no state', (search) => {
  expect(asked(search)).toEqual({ search, limit: 20 })
})
