import { expect, test } from 'vitest'
import type { GoesBack } from './payable.ts'
import { returnsAfter } from './payable-returns-rules.ts'

const monday = new Date('2026-11-23T15:00:00.000Z')
const friday = new Date('2026-11-27T15:00:00.000Z')

const said = (change: Partial<GoesBack> = {}): GoesBack => ({
  paidFor: { kind: 'invoice', issuerId: 'ana', id: 'invoice' },
  payerId: 'ben',
  movementId: 'movement',
  about: 'dp_1',
  stage: 'contested',
  amountCents: 100_00n,
  ...change,
})
const terms = (at: Date) => ({ fromIssuerCents: 0n, keptCents: 100_00n, at })

test('a case has the time at which it came to stand as it does: said again it keeps it, decided it gets another', () => {
  const { returns: opened } = returnsAfter([], said(), terms(monday))
  expect(opened).toMatchObject([{ stage: 'contested', at: monday.toISOString() }])
  const { returns: again } = returnsAfter(opened, said({ amountCents: 40_00n }), terms(friday))
  expect(again).toMatchObject([{ stage: 'contested', cents: 40_00, at: monday.toISOString() }])
  const { returns: lost } = returnsAfter(again, said({ stage: 'taken' }), terms(friday))
  expect(lost).toMatchObject([{ stage: 'taken', at: friday.toISOString() }])
})
