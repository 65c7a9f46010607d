import { expect, test } from 'vitest'
import { newId } from '#platform/ids.ts'
import { announcementsOf } from './movement-events.ts'
import { movementOf } from './movement.ts'
import type { Movement, MovementDraft } from './movement.ts'

const [ana, ben] = [newId(), newId()]
const names = new Map([
  [ana, 'Ana Lima'],
  [ben, 'Ben Ito'],
])
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
const wallet = (ownerId: string, availableCents: bigint) => ({ ownerId, availableCents, heldCents: 5n })

test('a send tells its payer of the row, the wallet, the limits and the people most sent to', () => {
  const row = aRow()
  const told = announcementsOf([row], [wallet(ana, 900n)], names)
  expect(told.map(({ event }) => event)).toEqual(['transaction', 'wallet', 'limits', 'frequents'])
  expect(told[0]?.data).toMatchObject({ state: 'COMPLETED', row: { fromName: 'Ana Lima', toName: 'Ben Ito' } })
  expect(told[1]?.data).toEqual({ USD: 900, held: { USD: 5 } })
})

test('whoever receives has used no limit, and what is not completed makes nobody a frequent', () => {
  const events = (row: Movement) => announcementsOf([row], [], names).map(({ event }) => event)
  expect(events(aRow({ type: 'received', direction: 1 }))).toEqual(['transaction', 'frequents'])
  expect(events(aRow({ state: 'ON HOLD', holdReason: 'recipientKycRequired' }))).toEqual(['transaction', 'limits'])
  expect(events(aRow({ type: 'deposit', direction: 1, counterpart: null }))).toEqual(['transaction', 'limits'])
})

test('of many rows of one batch each is told, the wallet as it stands in the end, the rest once', () => {
  const rows = [aRow(), aRow(), aRow({ ownerId: ben, type: 'received', direction: 1 })]
  const told = announcementsOf(rows, [wallet(ana, 900n), wallet(ben, 100n), wallet(ana, 800n)], names)
  const ofAna = told.filter(({ ownerId }) => ownerId === ana)
  expect(ofAna.map(({ event }) => event)).toEqual(['transaction', 'transaction', 'wallet', 'limits', 'frequents'])
  expect(ofAna[2]?.data).toEqual({ USD: 800, held: { USD: 5 } })
  expect(told.filter(({ ownerId }) => ownerId === ben).map(({ event }) => event)).toEqual([
    'transaction',
    'wallet',
    'frequents',
  ])
})
