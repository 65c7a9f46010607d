import type { Dispute, Transaction } from '@puente/contract'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aRow, transactionIdOf } from '#test/movements.ts'
import { reloadApp, signedInAs } from '#test/render.tsx'
import { answers, server } from '#test/server.ts'

const at = '2026-11-24T15:00:00.000Z'
const id = `dsp_${'1'.repeat(32)}` as const
const aDispute = (change: Partial<Dispute> = {}): Dispute => ({
  id,
  transactionId: transactionIdOf(1),
  reference: 'PU-TEST0001',
  ticketId: `tkt_${'1'.repeat(32)}`,
  kind: 'unauthorised',
  state: 'opened',
  amount: 25_00,
  currency: 'USD',
  answerBy: '2026-12-09',
  finalBy: '2027-01-08',
  creditDue: true,
  automaticCredit: true,
  credit: null,
  timeline: [{ step: 'opened', at }],
  can: { withdraw: true },
  date: at,
  version: 1,
  ...change,
})
const aCredit = (change: Partial<NonNullable<Dispute['credit']>> = {}): NonNullable<Dispute['credit']> => ({
  state: 'given',
  amount: 25_00,
  at,
  transactionId: transactionIdOf(2),
  takeBackOn: null,
  takenBack: 0,
  owed: 0,
  ...change,
})

const open = async (dispute: Dispute, row: Transaction = aRow(1, { amount: 25_00 })) => {
  signedInAs()
  server.use(
    answers('getDispute', dispute),
    answers('listDisputes', { items: [dispute], last: null, end: true }),
    answers('getTransaction', row),
  )
  await reloadApp('/settings/disputes/detail', { dispute: id })
  return screen.findByRole('list', { name: 'Steps of your report' })
}

const back = { state: 'toTakeBack', takeBackOn: '2027-01-15' } as const
test.each<[Dispute['state'], string, Partial<Dispute>, RegExp, string[]]>([
  [
    'opened',
    'Reported',
    {},
    /^We answer by December 9, 2026\..*credit you \$25\.00.*January 8, 2027\.$/,
    ['By December 9, 2026', 'By January 8, 2027'],
  ],
  [
    'opened',
    'Reported',
    { automaticCredit: false },
    /^We answer by December 9, 2026, or decide by then whether to credit you \$25\.00.*January 8, 2027\.$/,
    ['By December 9, 2026', 'By January 8, 2027'],
  ],
  [
    'opened',
    'Reported',
    { creditDue: false, automaticCredit: false },
    /^We answer by January 8, 2027\.$/,
    ['By January 8, 2027'],
  ],
  [
    'investigating',
    "We're looking into it",
    {},
    /^We answer by December 9, 2026\./,
    ['By December 9, 2026', 'By January 8, 2027'],
  ],
  [
    'provisionalCredit',
    'Credited for now',
    { credit: aCredit() },
    /^We credited you \$25\.00 while we look\. We answer by January 8, 2027\.$/,
    ['By January 8, 2027'],
  ],
  ['resolvedForUser', 'Decided for you', { credit: aCredit({ state: 'final' }) }, /\$25\.00 is yours for good/, []],
  [
    'resolvedAgainst',
    'No error found',
    { credit: aCredit(back) },
    /goes back on January 15, 2027\./,
    ['On January 15, 2027'],
  ],
  ['withdrawn', 'Withdrawn', {}, /^You withdrew it\./, []],
  [
    'cameBack',
    'Money came back',
    { credit: aCredit(back) },
    /goes back on January 15, 2027\./,
    ['On January 15, 2027'],
  ],
])(
  'a report that is %s says so (%s), what happens next, and only the days still ahead',
  async (state, badge, change, next, days) => {
    const steps = await open(aDispute({ state, ...change }))
    expect(screen.getAllByText(badge)[0]).toBeVisible()
    expect(screen.getByText(next)).toBeVisible()
    const said = within(steps)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
      .slice(1)
    expect(said).toHaveLength(days.length)
    for (const [place, day] of days.entries()) expect(said[place]).toContain(day)
    // No day is shown once nothing is due by it.
    const isOver = ['resolvedForUser', 'resolvedAgainst', 'withdrawn', 'cameBack'].includes(state)
    expect(screen.queryByText('Answer at the latest by') === null).toBe(isOver)
  },
)

test('money that has not reached its receiver can be taken back from its report', async () => {
  await open(
    aDispute({ automaticCredit: false }),
    aRow(1, { amount: 25_00, state: 'ON HOLD', holdReason: 'recipientKycRequired', balance: null, cancellable: true }),
  )
  expect(await screen.findByText('You can still get $25.00 back')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Cancel and get it back' })).toBeVisible()
})
