import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { holderKey, isSameHolder } from './holder-rules.ts'
import { type Credit, judge, standing, type Waiting, WAITS_MS } from './match-rules.ts'
import { codesIn, memoCodeOf } from './memo-rules.ts'

const MINUTE_MS = 60_000
const begun = new Date('2026-11-23T12:00:00Z')
const after = (ms: number) => new Date(begun.getTime() + ms)

const waiting: Waiting = {
  code: 'ABCD2345',
  totalCents: 101_00n,
  createdAt: begun,
  confirmation: '123456789',
  holderName: 'Ana López',
}
const credit: Credit = {
  state: 'posted',
  amountCents: 101_00n,
  codes: [],
  reference: null,
  payer: 'LOPEZ, ANA',
  seenAt: after(MINUTE_MS),
}
const coded = { codes: ['ABCD2345'] }
const numbered = { reference: '123456789' }

test.each<[string, Partial<Credit>, Partial<Waiting>, string]>([
  ['the code and the exact amount are enough', coded, { confirmation: null, holderName: null }, 'code'],
  ['a payer without a name is no other payer', { ...coded, payer: null }, {}, 'code'],
  ['a cent short is disputed', { ...coded, amountCents: 100_99n }, {}, 'disputed'],
  ['a cent over is disputed', { ...coded, amountCents: 101_01n }, {}, 'disputed'],
  ['the code from another holder than was given is disputed', { ...coded, payer: 'Ben Lee' }, {}, 'disputed'],
  ['a number counts with its holder and the exact amount', numbered, {}, 'number'],
  ['a number under another name is nobody’s', { ...numbered, payer: 'Ben Lee' }, {}, 'none'],
  ['a number without any name is nobody’s', { ...numbered, payer: null }, {}, 'none'],
  ['a number with another amount is nobody’s', { ...numbered, amountCents: 100_00n }, {}, 'none'],
  ['another number is nobody’s', { reference: '123456780' }, {}, 'none'],
  ['no number at all fits none', {}, { confirmation: null, holderName: null }, 'none'],
  ['a pending credit is waited for', { ...coded, state: 'pending' }, {}, 'later'],
  [
    'a pending credit of a wrong amount is waited for as well',
    { ...coded, state: 'pending', amountCents: 1n },
    {},
    'later',
  ],
  ['what the bank took back is disputed', { ...coded, state: 'removed' }, {}, 'disputed'],
  ['two days later it still counts', { ...coded, seenAt: after(WAITS_MS) }, {}, 'code'],
  ['after two days it is nobody’s', { ...coded, seenAt: after(WAITS_MS + 1) }, {}, 'none'],
  ['what came before the number was given counts', { ...numbered, seenAt: after(-WAITS_MS) }, {}, 'number'],
  ['what came long before is nobody’s', { ...numbered, seenAt: after(-WAITS_MS - 1) }, {}, 'none'],
])('%s', (_what, changed, given, verdict) => {
  expect(judge({ ...credit, ...changed }, { ...waiting, ...given })).toBe(verdict)
})

test('no other amount than the exact one is ever credited, and no credit without code or number and name', () => {
  const credits = fc.record({
    state: fc.constantFrom<Credit['state']>('pending', 'posted', 'removed'),
    amountCents: fc.bigInt({ min: 100_98n, max: 101_02n }),
    codes: fc.subarray(['ABCD2345', 'ABCD2346']),
    reference: fc.constantFrom(null, '123456789', '999999999'),
    payer: fc.constantFrom(null, 'Ana Lopez', 'Ben Lee', ''),
    seenAt: fc.integer({ min: -3 * WAITS_MS, max: 3 * WAITS_MS }).map(after),
  })
  fc.assert(
    fc.property(credits, (one) => {
      const verdict = judge(one, waiting)
      if (verdict !== 'code' && verdict !== 'number') return
      expect(one.amountCents).toBe(waiting.totalCents)
      expect(one.state).toBe('posted')
      const byNumber = one.reference === waiting.confirmation && one.payer === 'Ana Lopez'
      expect(one.codes.includes(waiting.code) || byNumber).toBe(true)
    }),
  )
})

test('names agree without accents, punctuation, case and order, and an empty one agrees with none', () => {
  expect(holderKey('  María-José  O’Neil ')).toBe('JOSE MARIA NEIL O')
  expect(isSameHolder('LÓPEZ, Ana', 'ana lopez')).toBe(true)
  expect(isSameHolder('김 민수', '민수 김')).toBe(true)
  expect(isSameHolder('Ana López', 'Ana M López')).toBe(false)
  for (const empty of [null, '', ' ', '!?']) expect(isSameHolder(empty, empty)).toBe(false)
  fc.assert(
    fc.property(fc.string(), (name) => {
      expect(holderKey(holderKey(name))).toBe(holderKey(name))
    }),
  )
})

test('a code is found however it was written into the memo', () => {
  const code = memoCodeOf(new Uint8Array(32).fill(7)) ?? ''
  expect(code).toMatch(/^[2-9A-HJKMNP-Z]{8}$/)
  expect(memoCodeOf(new Uint8Array(7))).toBeNull()
  expect(memoCodeOf(new Uint8Array(32).fill(255))).toBeNull()
  for (const memo of ['ABCD2345', 'abcd2345', 'for Puente: ABCD-2345, thanks', 'ABCD 2345', 'x·ABCD2345;'])
    expect(codesIn(memo)).toContain('ABCD2345')
  for (const memo of [null, '', 'ABCD234', 'ABCD23456', 'ABCD2O45', 'ABCD234I']) expect(codesIn(memo)).toEqual([])
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 40, maxLength: 40 }), fc.string(), (random, words) => {
      const made = memoCodeOf(random)
      if (made) expect(codesIn(`${made} ${words}`)).toContain(made)
    }),
  )
})

test('a payment is late half an hour after its number, and over after two days that the list was read for', () => {
  const open = { expiresAt: after(WAITS_MS), confirmedAt: after(0), isDisputed: false }
  const read = (at: number, readAt: number | null = at) => ({
    at: after(at),
    readAt: readAt === null ? null : after(readAt),
  })
  expect(standing(open, read(30 * MINUTE_MS - 1))).toBe('waits')
  expect(standing(open, read(30 * MINUTE_MS))).toBe('notSeen')
  expect(standing({ ...open, confirmedAt: null }, read(WAITS_MS - 1))).toBe('waits')
  expect(standing(open, read(WAITS_MS))).toBe('expired')
  expect(standing(open, read(WAITS_MS + 1, WAITS_MS - 1))).toBe('notSeen')
  expect(standing({ ...open, confirmedAt: null }, read(WAITS_MS, null))).toBe('waits')
  expect(standing({ ...open, isDisputed: true }, read(3 * WAITS_MS))).toBe('waits')
})
