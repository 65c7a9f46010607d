import { expect, test } from 'vitest'
import { movementOf, moved, searchTextOf } from './movement.ts'
import type { MovementDraft } from './movement.ts'
import { newReference } from './movement-reference.ts'
import { transactionRow } from './movement-row.ts'

const at = new Date('2026-03-01T12:00:00Z')
const draft: MovementDraft = {
  ownerId: '01900000-0000-7000-8000-000000000001',
  movementId: '01900000-0000-7000-8000-00000000000a',
  type: 'received',
  state: 'COMPLETED',
  method: 'wallet',
  direction: 1,
  amountCents: 12_30n,
  counterpart: {
    ownerId: '01900000-0000-7000-8000-000000000002',
    name: 'Ben Lee',
    handle: 'ben.lee-7f3k',
    imageFileId: null,
    isBusiness: true,
  },
  note: 'Rent',
  reference: 'PU-7K2M9QXW',
}
const posted = { balanceCents: 20_00n, seq: 3n, transferId: draft.movementId }

test('details lie under the row: none of them poses as what the row is made of, and one that is not meant for its owner stays here', () => {
  const text = '{"purpose":"personal","kept":"blocked","calledBack":true,"addedLater":1,"__proto__":{"id":"x"}}'
  const details = JSON.parse(text) as object
  const row = transactionRow(movementOf({ ...draft, details: { ...details } }, at, posted), { fullName: 'Ana Ruiz' })
  expect(row).toMatchObject({ state: 'COMPLETED', purpose: 'personal' })
  const none = transactionRow(movementOf({ ...draft, details: {} }, at, posted), { fullName: 'Ana Ruiz' })
  expect(Object.keys(row).toSorted()).toEqual([...Object.keys(none), 'purpose'].toSorted())
  expect(Object.getPrototypeOf(row)).toBe(Object.prototype)
})

test('ETX-01: a counterpart who is gone shows neither name nor picture nor handle', () => {
  const row = transactionRow(movementOf(draft, at, posted), { fullName: 'Ana Ruiz' }, true)
  expect(row).toMatchObject({
    fullName: null,
    email: null,
    image: null,
    fromName: null,
    toName: 'Ana Ruiz',
    blocked: true,
  })
  expect(row.business).toBe(false)
})

test('ET-21: details are laid under the row and cannot pose as one of its fields', () => {
  const movement = movementOf({ ...draft, details: { purpose: 'goods', state: 'PENDING', amount: 1 } }, at, posted)
  expect(transactionRow(movement, { fullName: 'Ana Ruiz' })).toMatchObject({
    purpose: 'goods',
    state: 'COMPLETED',
    amount: 12_30,
  })
})

test('ET-19: a move keeps what was, adds a step, and raises the version; an unposted one shows no balance', () => {
  const pending = movementOf({ ...draft, state: 'PENDING' }, at, null)
  expect(pending).toMatchObject({ balanceAfterCents: null, paidAt: null, version: 1 })
  const later = new Date(at.getTime() + 60_000)
  const held = moved(pending, { ...draft, to: 'ON HOLD', holdReason: 'providerUnknown' }, later, null)
  const done = moved(held, { ...draft, to: 'COMPLETED' }, later, posted)
  expect(done).toMatchObject({
    state: 'COMPLETED',
    holdReason: null,
    balanceAfterCents: 20_00n,
    version: 3,
    paidAt: later,
    createdAt: at,
  })
  expect(done.timeline.map(({ step }) => step)).toEqual(['pending', 'onHold', 'completed'])
})

test('a search looks through name, handle, notes and reference, in lower case', () => {
  const movement = { ...movementOf(draft, at, posted), privateNote: 'March' }
  expect(searchTextOf(movement)).toBe('ben lee\nben.lee-7f3k\nrent\nmarch\npu-7k2m9qxw')
})

test('a reference has eight characters that are not taken for one another', () => {
  for (let turn = 0; turn < 200; turn += 1) expect(newReference()).toMatch(/^PU-[2-9A-HJKMNP-Z]{8}$/)
})
