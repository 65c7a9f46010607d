import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Booked, compare, type Line } from './reconciliation-rules.ts'

const DAY_MS = 86_400_000
const from = new Date('2026-11-10T00:00:00Z')
const period = { from, to: new Date(from.getTime() + DAY_MS) }
const noon = new Date(from.getTime() + DAY_MS / 2)
const now = new Date(from.getTime() + 10 * DAY_MS)

const line = (objectId: string, amountCents: bigint, more: Partial<Line> = {}): Line => ({
  objectId,
  ref: null,
  amountCents,
  feeCents: 0n,
  kind: amountCents > 0n ? 'payment' : 'payout',
  at: noon,
  isUnderWay: false,
  ...more,
})
const entry = (name: string, amountCents: bigint, more: Partial<Booked> = {}): Booked => ({
  transferId: `transfer of ${name}`,
  name,
  amountCents,
  at: noon,
  ...more,
})
const found = (lines: Line[], booked: Booked[], at: Date = now) =>
  compare({ lines, booked, fees: new Map(), period, now: at }).differences.map(({ what, subject, isClearing }) => ({
    what,
    subject,
    isClearing,
  }))
const [open, clearing] = [{ isClearing: false }, { isClearing: true }]

const agreed = [line('pi_1', 100_00n), line('pi_2', 50_00n)]
const books = [entry('pi_1', 100_00n), entry('pi_2', 50_00n)]

test('T15: a report that says what the books say has no difference', () => {
  const compared = compare({ lines: agreed, booked: books, fees: new Map(), period, now })
  expect(compared).toEqual({ differences: [], unbookedFees: [], lines: 2, entries: 2 })
})

test.each<[string, Line[], Booked[], object[]]>([
  ['a line is missing', agreed.slice(1), books, [{ what: 'missingThere', subject: 'transfer of pi_1', ...open }]],
  ['there is one more', [...agreed, line('pi_3', 1n)], books, [{ what: 'missingHere', subject: 'pi_3', ...open }]],
  [
    'an amount is changed by a cent',
    [line('pi_1', 99_99n), ...agreed.slice(1)],
    books,
    [{ what: 'otherAmount', subject: 'pi_1', ...open }],
  ],
  ['a line comes twice', [...agreed, line('pi_1', 100_00n)], books, [{ what: 'duplicate', subject: 'pi_1', ...open }]],
  [
    'the direction is another',
    [line('pi_1', -100_00n), ...agreed.slice(1)],
    books,
    [
      { what: 'missingHere', subject: 'pi_1', ...open },
      { what: 'missingThere', subject: 'transfer of pi_1', ...open },
    ],
  ],
  [
    'a word is not known',
    [line('pi_1', 100_00n, { kind: 'unrecognised' }), ...agreed.slice(1)],
    books,
    [{ what: 'unrecognised', subject: 'pi_1', ...open }],
  ],
  [
    'money was booked under a key that says nothing',
    [],
    [entry('x', 5n, { name: null })],
    [{ what: 'missingThere', subject: 'transfer of x', ...open }],
  ],
])('T15: it is named when %s', (_what, lines, booked, differences) => {
  expect(found(lines, booked)).toEqual(differences)
})

test("a provider's charges, what it sets aside and the fee inside a line are no difference", () => {
  const own = [line('fee_1', -3n, { kind: 'fee' }), line('set_1', -500_00n, { kind: 'reserve' })]
  expect(found([line('pi_1', 100_00n, { feeCents: 320n }), ...own], [entry('pi_1', 100_00n)])).toEqual([])
})

test('our own transfer to our bank is named until it is booked at its amount, by its own line and in its direction', () => {
  const transfer = line('po_1', -500_00n, { kind: 'transfer', at: now })
  const period = { from, to: new Date(now.getTime() + DAY_MS) }
  const of = (lines: Line[], booked: Booked[]) =>
    compare({ lines, booked, fees: new Map(), period, now }).differences.map(({ what, subject }) => ({ what, subject }))
  expect(of([transfer], [])).toEqual([{ what: 'unbookedTransfer', subject: 'po_1' }])
  expect(of([transfer], [entry('po_1', -500_00n)])).toEqual([])
  expect(of([transfer], [entry('po_1', -500_01n)])).toEqual([{ what: 'otherAmount', subject: 'po_1' }])
  // It was reversed, under the same id.
  const back = line('po_1', 500_00n, { kind: 'transfer', at: now })
  expect(of([transfer, back], [entry('po_1', -500_00n)])).toEqual([{ what: 'unbookedTransfer', subject: 'po_1' }])
  expect(of([], [entry('po_1', -500_00n)])).toEqual([{ what: 'missingThere', subject: 'transfer of po_1' }])
})

test('a fee is to be booked once for each line that has one; at another amount than was booked it is named', () => {
  const lines = [
    line('pi_1', 100_00n, { feeCents: 320n }),
    line('pi_1', 100_00n, { feeCents: 320n }),
    line('fee_1', -3n, { kind: 'fee' }),
    line('fee_2', 2n, { kind: 'fee' }),
    line('pi_2', 1n, { kind: 'unrecognised', feeCents: 9n }),
    line('pi_3', 50_00n),
  ]
  const compared = (fees: [string, bigint][]) => compare({ lines, booked: books, fees: new Map(fees), period, now })
  const paid = [
    ['payment/in/pi_1', 320n],
    ['fee/out/fee_1', 3n],
    ['fee/in/fee_2', -2n],
  ] as [string, bigint][]
  const none = compared([])
  expect(none.unbookedFees.map(({ name, feeCents }) => [name, feeCents])).toEqual(paid)
  const all = compared(paid)
  expect(all.unbookedFees).toEqual([])
  expect(all.differences).toEqual(none.differences)
  const other = compared([['payment/in/pi_1', 319n], ...paid.slice(1)])
  expect(other.unbookedFees).toEqual([])
  expect(other.differences).toEqual([
    ...none.differences,
    expect.objectContaining({
      what: 'otherAmount',
      subject: 'fee/payment/in/pi_1',
      theirsCents: 320n,
      oursCents: 319n,
      isClearing: false,
    }),
  ])
})

test('a payout and its return are found by our payment, each in its direction', () => {
  const [sent, returned] = [
    line('ach_1', -80_00n, { ref: 'ours' }),
    line('ach_1', 80_00n, { ref: 'ours', kind: 'return' }),
  ]
  const booked = [entry('ours', -80_00n), entry('ach_1', 80_00n, { transferId: 'return' })]
  expect(found([sent, returned], booked)).toEqual([])
  expect(found([sent], booked)).toEqual([{ what: 'missingThere', subject: 'return', ...open }])
})

test('a payout that never arrived and came back is accounted for by our record of it, on whichever day its lines stand', () => {
  const cameBack = { cents: 80_00n, at: new Date(from.getTime() - 30 * DAY_MS) }
  const out = line('batch', -80_00n, { ref: 'ours', cameBack: { cents: 80_00n, at: period.to } })
  const back = line('return', 80_00n, { ref: 'ours', kind: 'return', cameBack })
  expect(found([out], [])).toEqual([])
  expect(found([back], [])).toEqual([])
  expect(found([out, back], [])).toEqual([])
  // Of a payout without such a record, or that has two lines of a kind, a line is still too much.
  const unknown = { cameBack: null }
  expect(found([{ ...out, ...unknown }], [])).toEqual([{ what: 'missingHere', subject: 'batch', ...open }])
  expect(found([{ ...back, ...unknown }], [])).toEqual([{ what: 'missingHere', subject: 'return', ...open }])
  expect(found([back, { ...back, objectId: 'twice' }], [])).toEqual([
    { what: 'missingHere', subject: 'twice', ...open },
  ])
  expect(found([{ ...out, amountCents: -79_99n }], [])).toEqual([{ what: 'otherAmount', subject: 'batch', ...open }])
  expect(found([out, { ...back, amountCents: 79_99n }], [])).toEqual([
    { what: 'otherAmount', subject: 'return', ...open },
  ])
  // It came back by our record in the very days of the report, which has no line of it.
  expect(found([{ ...out, cameBack: { ...cameBack, at: noon } }], [])).toEqual([
    { what: 'missingHere', subject: 'batch', ...open },
  ])
})

test('a payout that came back weeks after it left is named when its return has no line, once that should be there', () => {
  const cameBack = [{ ref: 'ours', cents: 80_00n, at: noon }]
  const named = (lines: Line[], at: Date = now) =>
    compare({ lines, booked: [], cameBack, fees: new Map(), period, now: at }).differences.map(
      ({ what, subject, isClearing }) => ({ what, subject, isClearing }),
    )
  const missing = { what: 'missingThere', subject: 'return of ours' }
  expect(named([])).toEqual([{ ...missing, ...open }])
  expect(named([], new Date(noon.getTime() + DAY_MS))).toEqual([{ ...missing, ...clearing }])
  const own = { cents: 80_00n, at: noon }
  expect(named([line('return', 80_00n, { ref: 'ours', kind: 'return', cameBack: own })])).toEqual([])
  // Both within the period: the payout's own line is named, and nothing twice.
  expect(named([line('batch', -80_00n, { ref: 'ours', cameBack: own })])).toEqual([
    { what: 'missingHere', subject: 'batch', ...open },
  ])
})

test('the two sides of a midnight, or of a week-end, belong together', () => {
  const before = new Date(period.from.getTime() - 2 * DAY_MS)
  expect(found([line('pi_1', 1n, { at: before })], [entry('pi_1', 1n)])).toEqual([])
  expect(found([line('pi_1', 1n)], [entry('pi_1', 1n, { at: period.to })])).toEqual([])
})

test('what is on its way is not open: a payment that has not ended here, or money that is not final there', () => {
  const soon = new Date(noon.getTime() + DAY_MS)
  expect(found([line('pi_1', 1n, { isUnderWay: true })], [])).toEqual([
    { what: 'missingHere', subject: 'pi_1', ...clearing },
  ])
  expect(found([], [entry('pi_1', 1n)], soon)).toEqual([
    { what: 'missingThere', subject: 'transfer of pi_1', ...clearing },
  ])
  expect(found([line('pi_1', 1n)], [], soon)).toEqual([{ what: 'missingHere', subject: 'pi_1', ...open }])
})

const damage = fc.constantFrom('missing', 'extra', 'changed', 'twice', 'none')

test('what was booked and taken out again is no difference, as long as it comes to nothing', () => {
  const [arrived, back] = [entry('credit', 10_00n), entry('credit', -10_00n, { transferId: 'taken back' })]
  expect(found([], [arrived, back])).toEqual([])
  expect(found([], [arrived, { ...back, amountCents: -9_99n }])).toHaveLength(2)
  expect(found([line('credit', 10_00n)], [arrived, back])).toMatchObject([{ what: 'missingThere' }])
})

test('T15: of whatever is done to a report each change is named, and nothing else is', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.bigInt(1n, 10_000_00n), damage), { maxLength: 30 }), (payments) => {
      const booked = payments.map(([amount], n) => entry(`pi_${n}`, amount))
      const lines = payments.flatMap(([amount, how], n) => {
        const own = line(`pi_${n}`, amount)
        if (how === 'missing') return []
        if (how === 'changed') return [line(`pi_${n}`, amount + 1n)]
        if (how === 'twice') return [own, own]
        return how === 'extra' ? [own, line(`other_${n}`, amount)] : [own]
      })
      const expected = payments.flatMap(([, how], n) => {
        if (how === 'missing') return [`missingThere:transfer of pi_${n}`]
        if (how === 'changed') return [`otherAmount:pi_${n}`]
        if (how === 'twice') return [`duplicate:pi_${n}`]
        return how === 'extra' ? [`missingHere:other_${n}`] : []
      })
      const named = found(lines, booked).map(({ what, subject }) => `${what}:${subject}`)
      expect(named.toSorted()).toEqual(expected.toSorted())
    }),
  )
})
