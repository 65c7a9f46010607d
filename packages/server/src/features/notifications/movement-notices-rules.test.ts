import { expect, test } from 'vitest'
import { newId } from '#platform/ids.ts'
import { movementNotices } from './movement-notices-rules.ts'

type Row = Parameters<typeof movementNotices>[0]

const at = new Date('2026-11-24T17:00:00Z')
const aRow = {
  ownerId: newId(),
  movementId: newId(),
  amountCents: 50_00n,
  feeCents: 0n,
  reference: 'PU-1',
  details: {},
}
const steps = (...all: string[]) => all.map((step) => ({ step, at: at.toISOString() }))
const told = (change: Partial<Row>) => {
  const row = {
    ownerId: newId(),
    movementId: newId(),
    amountCents: 50_00n,
    feeCents: 2_25n,
    reference: 'PU-1',
    details: {},
    ...change,
  }
  return movementNotices(row as Row, at).map(({ kind, variant }) => `${kind}.${variant}`)
}

const saidOf = (change: Partial<Row>) =>
  movementNotices(
    { ownerId: newId(), movementId: newId(), amountCents: 50_00n, feeCents: 2_25n, details: {}, ...change } as Row,
    at,
  )[0]?.said

test.each([
  ['R01', 'withdraw.keptUnfunded'],
  ['R16', 'withdraw.keptFrozen'],
  ['R24', 'withdraw.keptDuplicate'],
  ['R67', 'withdraw.kept'],
  [null, 'withdraw.kept'],
])(
  'the notice of a withdrawal that came back by %s and is kept apart says that it is under review: %s',
  (returnReason, name) => {
    const row = { type: 'withdraw', direction: -1, timeline: steps('returned') } as const
    expect(told({ ...row, details: { returnReason } })).toEqual([name])
    expect(told({ ...row, details: { returnReason, givenBack: 52_25 } })).toEqual(['withdraw.returned'])
    const early = {
      ...row,
      timeline: steps('onHold'),
      details: { backAs: 'item_1', backReason: returnReason },
    } as const
    expect(told({ ...early, state: 'ON HOLD' })).toEqual([name])
  },
)

test('a withdrawal that may not be given back has words of its own, unlike one whose money is in the balance again', () => {
  const stopped = { type: 'withdraw', direction: -1, timeline: steps('cancelled') } as const
  const apart = { ...stopped, cancelReason: 'keptApart', amountCents: 50_00n, details: {} } as unknown as Row
  expect(movementNotices(apart, at)).toMatchObject([{ variant: 'keptApart', isLoss: true }])
  expect(told({ ...stopped, cancelReason: 'rejected' })).toEqual(['withdraw.cancelled'])
})

test.each(['deposit', 'sent', 'invoice'] as const)(
  'an attempt that was closed for the next one is not announced as canceled, as one that was declined is: %s',
  (type) => {
    const ended = { type, direction: type === 'deposit' ? 1 : -1, timeline: steps('cancelled') } as const
    const declined = type === 'deposit' ? 'deposit.declined' : 'sent.paymentDeclined'
    for (const method of ['card', 'paypal'] as const)
      expect(told({ ...ended, method, cancelReason: 'declined' })).toEqual([declined])
    expect(told({ ...ended, method: 'card', cancelReason: 'cancelledByUser' })).not.toEqual([declined])
    expect(told({ ...ended, cancelReason: 'triedAgain' })).toEqual([])
  },
)

test('a withdrawal that came back or was not claimed is announced with the reason, whether or not it had arrived', () => {
  const ended = { type: 'withdraw', method: 'bank', direction: -1, details: { returnReason: 'R03' } } as const
  const early = { ...ended, timeline: steps('cancelled'), cancelReason: 'returned' } as const
  const late = { ...ended, timeline: steps('returned'), details: { ...ended.details, givenBack: 52_25 } } as const
  for (const row of [early, late]) {
    expect(told(row)).toEqual(['withdraw.returned'])
    expect(saidOf(row)).toMatchObject({ reason: 'R03', amountCents: 50_00n, backCents: 52_25n })
    expect(saidOf({ ...row, method: 'paypal' })).toMatchObject({ reason: 'paypal' })
  }
  expect(told({ ...early, method: 'paypal', cancelReason: 'unclaimed' })).toEqual(['withdraw.unclaimed'])
})

test('a withdrawal that PayPal keeps for its receiver is announced once, with the address to claim it with and the day it comes back', () => {
  const details = { unclaimed: true, paypalEmail: 'rosa@example.com', returnsAt: '2026-12-24T12:00:00.000Z' }
  const waits = { type: 'withdraw', method: 'paypal', direction: -1, details } as const
  const timeline = steps('unclaimed')
  expect(told({ ...waits, timeline })).toEqual(['withdraw.notClaimedYet'])
  expect(saidOf({ ...waits, timeline })).toMatchObject({
    account: 'rosa@example.com',
    comesBackAt: '2026-12-24T12:00:00.000Z',
  })
  expect(told({ ...waits, timeline: steps('unclaimed', 'completed') })).toEqual([
    'withdraw.notClaimedYet',
    'withdraw.completed',
  ])
  const early = { ...waits, timeline: steps('unclaimed', 'cancelled'), cancelReason: 'unclaimed' } as const
  expect(told(early)).toEqual(['withdraw.notClaimedYet', 'withdraw.unclaimed'])
})

test('the owner of a disputed deposit learns what they no longer have and may come to owe, and later that they do not', () => {
  const deposit = { type: 'deposit', method: 'card', direction: 1, details: { uncovered: 70_00 } } as const
  const notices = (...all: string[]) =>
    movementNotices({ ...deposit, amountCents: 100_00n, timeline: steps(...all) } as unknown as Row, at).map(
      ({ variant, amountCents, isLoss }) => [variant, amountCents, isLoss],
    )
  const mayOwe = ['mayOwe', 70_00n, true]
  expect(notices('contested')).toEqual([mayOwe])
  expect(notices('contested', 'kept')).toEqual([mayOwe, ['stands', 70_00n, true]])
  // Once it was taken, notices of the debt say the rest.
  expect(notices('contested', 'chargedBack', 'kept')).toEqual([mayOwe])
  // An earlier dispute had its own word.
  expect(notices('contested', 'kept', 'contested')).toEqual([mayOwe])
  const warned = ['warnedMayOwe', 70_00n, true]
  expect(notices('warned')).toEqual([warned])
  expect(notices('warned', 'cleared')).toEqual([warned, ['clearedStands', 70_00n, true]])
  expect(notices('warned', 'contested', 'kept')).toEqual([mayOwe, ['stands', 70_00n, true]])
  expect(told({ ...deposit, details: { uncovered: 0 }, timeline: steps('contested', 'kept') })).toEqual([])
})

test('a reward or a share that is taken back is announced as such, and what operators matched differs from what its owner added', () => {
  for (const type of ['reward', 'referral'] as const)
    expect(
      movementNotices({ ...aRow, type, direction: -1, timeline: steps('completed') } as unknown as Row, at),
    ).toMatchObject([{ kind: 'reward', variant: 'takenBack', isQuiet: false }])
  // Of the row that paid it only where nothing could be taken; otherwise the other row is announced.
  for (const [cents, names] of [
    [25, ['reward.paid']],
    [0, ['reward.paid', 'reward.voided']],
  ] as const) {
    const timeline = [...steps('completed'), { step: 'takenBack', at: at.toISOString(), amount: cents }]
    expect(told({ type: 'reward', direction: 1, timeline })).toEqual(names)
  }
  const deposit = { type: 'deposit', method: 'zelle', direction: 1, timeline: steps('completed') } as const
  expect(told({ ...deposit, linkedId: null })).toEqual(['deposit.completed'])
  expect(told({ ...deposit, details: { matched: true }, linkedId: newId() })).toEqual(['deposit.matched'])
  // What came for a payment that waits for its receiver is nothing that operators matched.
  expect(told({ ...deposit, linkedId: newId() })).toEqual(['deposit.completed'])
})

test('money released from a review, and that of a refund that failed, gets a notice; a reversal never kept gets none', () => {
  const back = { type: 'reversal', direction: 1 } as const
  expect(told({ ...back, timeline: steps('onHold', 'completed') })).toEqual(['withdraw.released'])
  expect(told({ ...back, type: 'refund', timeline: steps('completed') })).toEqual(['sent.refunded'])
  expect(told({ ...back, timeline: steps('completed') })).toEqual([])
})

test('the credit of a report that goes back is announced by its report alone', () => {
  const details = { disputeStep: 'takenBack', disputeId: 'dsp_1' }
  expect(told({ type: 'reversal', direction: -1, counterpart: null, timeline: steps('completed'), details })).toEqual(
    [],
  )
})

test('of a payment that goes back, its payer and the person who had received it are told at each step', () => {
  const paid = {
    type: 'sent',
    direction: -1,
    timeline: steps('completed', 'contested', 'chargedBack', 'kept'),
  } as const
  expect(told(paid)).toEqual(['sent.completed', 'sent.contested', 'sent.chargedBack', 'sent.kept'])
  const payer = { ownerId: newId(), name: 'Grace', handle: 'grace', imageFileId: null, isBusiness: false }
  const gone = { type: 'reversal', direction: -1 } as const
  const contested = { ...gone, timeline: steps('onHold'), details: { returnStep: 'contested' } }
  const lost = { ...gone, timeline: steps('onHold', 'completed'), details: { returnStep: 'chargedBack' } }
  const won = { ...gone, timeline: steps('onHold', 'cancelled'), details: { returnStep: 'kept' } }
  const restored = {
    type: 'reversal',
    direction: 1,
    timeline: steps('completed'),
    details: { returnStep: 'kept' },
  } as const
  const all = [contested, lost, won, restored]
  expect(all.flatMap((row) => told({ ...row, counterpart: payer }))).toEqual([
    'received.contested',
    'received.chargedBack',
    'received.kept',
    'received.kept',
  ])
  expect(all.flatMap((row) => told({ ...row, counterpart: null }))).toEqual([
    'deposit.contested',
    'deposit.chargedBack',
    'deposit.kept',
    'deposit.kept',
  ])
  const taken = { ...lost, details: { returnStep: 'takenBack' } }
  const refunded = { ...lost, details: { returnStep: 'refunded' } }
  const failed = { ...restored, type: 'refund', details: { returnStep: 'refundFailed' } } as const
  for (const [counterpart, kind] of [
    [payer, 'received'],
    [null, 'deposit'],
  ] as const)
    expect([taken, refunded, failed].flatMap((row) => told({ ...row, counterpart }))).toEqual([
      `${kind}.takenBack`,
      `${kind}.returned`,
      `${kind}.refundFailed`,
    ])
  expect(saidOf({ ...taken, method: 'card', counterpart: null })).toMatchObject({ method: 'card' })
  const replaced = { ...won, details: { returnStep: 'replaced' } }
  expect(told({ ...replaced, counterpart: payer })).toEqual([])
})

test('a payment that its card’s bank warns of is called disputed to no one until it is', () => {
  const paid = { type: 'sent', direction: -1, timeline: steps('completed', 'warned', 'cleared', 'contested') } as const
  expect(told(paid)).toEqual(['sent.completed', 'sent.warned', 'sent.cleared', 'sent.contested'])
  const row = { type: 'reversal', direction: -1 } as const
  const warned = { ...row, timeline: steps('onHold'), details: { returnStep: 'warned' } }
  const cleared = { ...row, timeline: steps('onHold', 'cancelled'), details: { returnStep: 'cleared' } }
  const payer = { ownerId: newId(), name: 'Grace', handle: 'grace', imageFileId: null, isBusiness: false }
  for (const [counterpart, kind] of [
    [payer, 'received'],
    [null, 'deposit'],
  ] as const) {
    expect([warned, cleared].flatMap((one) => told({ ...one, counterpart }))).toEqual([
      `${kind}.warned`,
      `${kind}.cleared`,
    ])
    expect(movementNotices({ ...aRow, ...warned, counterpart } as unknown as Row, at)).toMatchObject([{ isLoss: true }])
  }
})

test('the notice of each part of a payment that went back to its payer names that part', () => {
  const timeline = [
    ...steps('completed'),
    { step: 'refunded', at: at.toISOString(), amount: 20_00 },
    { step: 'refundFailed', at: at.toISOString(), amount: 20_00 },
    { step: 'takenBack', at: at.toISOString(), amount: 31_75 },
  ]
  const row = {
    ownerId: newId(),
    type: 'sent',
    direction: -1,
    amountCents: 50_00n,
    feeCents: 1_75n,
    details: {},
    timeline,
  }
  const notices = movementNotices(row as Row, at)
  expect(
    notices.map(({ variant, said, amountCents }) => [variant, said?.amountCents, said?.backCents, amountCents]),
  ).toEqual([
    ['completed', 50_00n, undefined, undefined],
    ['returned', 50_00n, 20_00n, 20_00n],
    ['refundFailed', 50_00n, 20_00n, 20_00n],
    ['takenBack', 50_00n, 31_75n, 31_75n],
  ])
})

test('of money that waits until its receiver is verified, the receiver alone gets the day on which it goes back', () => {
  const details = { returnsAt: '2026-12-08T17:00:00.000Z' }
  const row = {
    ownerId: newId(),
    movementId: newId(),
    amountCents: 50_00n,
    reference: 'PU-1',
    details,
    cancelReason: null,
  }
  const said = (change: object) => movementNotices({ ...row, ...change } as unknown as Row, at)[0]?.said
  expect(said({ type: 'received', direction: 1, timeline: steps('onHold') })).toMatchObject(details)
  expect(said({ type: 'sent', direction: -1, timeline: steps('onHold') })).not.toHaveProperty('returnsAt')
})
