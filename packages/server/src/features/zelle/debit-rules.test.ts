import { expect, test } from 'vitest'
import { pairDebits } from './debit-rules.ts'

const debit = (lineId: string, more: object = {}) => ({
  lineId,
  isPosted: true,
  isZelle: true,
  amountCents: 10_00n,
  postedOn: '2026-11-23',
  payee: 'ANA LOPEZ',
  memo: 'Zelle payment to ANA LOPEZ; Conf# 555000111',
  ...more,
})
const credit = (id: string, more: object = {}) => ({
  id,
  amountCents: 10_00n,
  payer: 'López, Ana',
  reference: '123456789',
  ...more,
})
const paired = (...of: Parameters<typeof pairDebits>) =>
  [...pairDebits(...of)].map(([{ lineId }, id]) => `${lineId} ${id}`)

test('a line pays back the credit whose number it names, before one of the same payer and whatever the amount', () => {
  const named = debit('named', { memo: 'Refund of 123456789', amountCents: 9_99n })
  const credits = [credit('other', { reference: '987654321' }), credit('its own')]
  expect(paired([debit('plain'), named], credits)).toEqual(['named its own', 'plain other'])
})

test('a line that names no number pays back a credit of its amount and its payee, each once', () => {
  const credits = [credit('first'), credit('second', { reference: null })]
  expect(paired([debit('one'), debit('two'), debit('three')], credits)).toEqual(['one first', 'two second'])
  expect(paired([debit('one', { amountCents: 10_01n })], credits)).toEqual([])
  expect(paired([debit('one', { payee: 'BEN KIM' })], credits)).toEqual([])
  expect(paired([debit('one', { payee: null })], [credit('nameless', { payer: null })])).toEqual([])
})
