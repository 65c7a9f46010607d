import { transactionId } from '@puente/contract'
import { expect, test } from 'vitest'
import { newId } from '#platform/ids.ts'
import { announcementsOf } from './movement-events.ts'
import { movementOf } from './movement.ts'
import type { Movement, MovementDraft } from './movement.ts'

const [ana, ben] = [newId(), newId()]
const at = new Date('2026-11-21T10:00:00Z')

const aRow = (change: Partial<MovementDraft> = {}): Movement =>
  movementOf(
    {
      ownerId: ana,
      movementId: newId(),
      type: 'sent',
      state: 'COMPLETED',
      method: 'wallet',
      direction: -1,
      amountCents: 100n,
      counterpart: { ownerId: ben, name: 'Ben Ito', handle: 'ben', imageFileId: null, isBusiness: false },
      note: '',
      reference: 'PU-22222222',
      ...change,
    },
    at,
    null,
  )

const namesOf = (...rows: Movement[]) => announcementsOf(rows).map(({ event }) => event)

test('a send tells its payer that the row, the wallet, the limits and the people most sent to have changed', () => {
  const row = aRow()
  expect(namesOf(row)).toEqual(['transaction', 'wallet', 'limits', 'frequents'])
  const [first] = announcementsOf([row])
  expect(first?.data).toEqual({ id: transactionId(row.movementId), version: 1 })
})

test('a receiver has used no limit, and a movement that is not completed makes no one a frequent', () => {
  expect(namesOf(aRow({ type: 'received', direction: 1 }))).toEqual(['transaction', 'wallet', 'frequents'])
  expect(namesOf(aRow({ state: 'ON HOLD', holdReason: 'recipientKycRequired' }))).toEqual([
    'transaction',
    'wallet',
    'limits',
  ])
  expect(namesOf(aRow({ type: 'deposit', direction: 1, counterpart: null }))).toEqual([
    'transaction',
    'wallet',
    'limits',
  ])
})

test('every row of a batch is announced, and everything else once for each owner', () => {
  const told = announcementsOf([aRow(), aRow(), aRow({ ownerId: ben, type: 'received', direction: 1 })])
  const toldTo = (owner: string) => told.filter(({ ownerId }) => ownerId === owner).map(({ event }) => event)
  expect(toldTo(ana)).toEqual(['transaction', 'transaction', 'wallet', 'limits', 'frequents'])
  expect(toldTo(ben)).toEqual(['transaction', 'wallet', 'frequents'])
})
