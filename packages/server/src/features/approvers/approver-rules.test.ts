import { describe, expect, test } from 'vitest'
import type { Approver, Rule } from './approver.ts'
import { changedRule, decidersOf, decidesFrom, type Going, isActiveAt, ruleAt } from './approver-rules.ts'

const at = new Date('2026-11-21T10:00:00Z')
const hours = (n: number) => new Date(at.getTime() + n * 3_600_000)
const rule = (newPayee: boolean, aboveCents: bigint | null): Rule => ({ newPayee, aboveCents })

const anApprover = (change: Partial<Approver> = {}): Approver => ({
  ownerId: 'ana',
  approverId: 'ben',
  state: 'active',
  rule: rule(true, 100_00n),
  next: null,
  endsAt: null,
  invitedAt: hours(-48),
  acceptedAt: hours(-48),
  decidesFrom: hours(-48),
  ...change,
})
const going = (change: Partial<Going> = {}): Going => ({
  payeeId: 'cleo',
  amountCents: 50_00n,
  isPaidBefore: true,
  goneCents: 0n,
  ...change,
})
const whose = (approvers: Approver[], payment: Going, when = at) => {
  const deciders = decidersOf(approvers, payment, when)
  return typeof deciders === 'string' ? deciders : deciders.approvers.map(({ approverId }) => approverId)
}

describe('what waits for an approver', () => {
  test.each([
    [rule(true, null), { isPaidBefore: true }, false],
    [rule(true, null), { isPaidBefore: false, amountCents: 1n }, true],
    [rule(false, 100_00n), { isPaidBefore: false, amountCents: 100_00n }, false],
    [rule(false, 100_00n), { amountCents: 100_01n }, true],
    [rule(false, 100_00n), { amountCents: 50_00n, goneCents: 50_00n }, false],
    [rule(false, 100_00n), { amountCents: 50_00n, goneCents: 50_01n }, true],
    [rule(false, 0n), { amountCents: 1n }, true],
    [rule(true, 100_00n), { amountCents: 100_01n }, true],
  ])('%o, %o: %s', (own, payment, waits) => {
    expect(whose([anApprover({ rule: own })], going(payment))).toEqual(waits ? ['ben'] : 'nobodyNeeded')
  })

  test.each([
    ['who has not said yes', { state: 'invited', acceptedAt: null, decidesFrom: null }, 'nobodyNeeded'],
    ['who is to go in an hour', { endsAt: hours(1) }, ['ben']],
    ['who has gone', { endsAt: at }, 'nobodyNeeded'],
    ['whose looser rule comes in an hour', { next: { rule: rule(false, 900_00n), at: hours(1) } }, ['ben']],
    ['whose looser rule has come', { next: { rule: rule(false, 900_00n), at } }, 'nobodyNeeded'],
  ] as const)('someone %s: %o', (_who, change, expected) => {
    expect(whose([anApprover(change)], going({ amountCents: 200_00n }))).toEqual(expected)
  })
})

describe('whose word counts', () => {
  const ben = anApprover()
  const fresh = anApprover({ approverId: 'dora', decidesFrom: hours(24) })
  const large = going({ amountCents: 200_00n })

  test('any one of those whose rule covers it', () => {
    const cleo = anApprover({ approverId: 'cleo' })
    const lax = anApprover({ approverId: 'eve', rule: rule(false, 900_00n) })
    expect(whose([ben, cleo, lax], going({ payeeId: 'gus', amountCents: 200_00n }))).toEqual(['ben', 'cleo'])
  })
  test('not of one who was named beside another within a day; their own rule holds, and is theirs alone', () => {
    expect(whose([ben, fresh], large)).toEqual(['ben'])
    expect(whose([ben, fresh], large, hours(24))).toEqual(['ben', 'dora'])
    const careful = { ...fresh, rule: rule(false, 10_00n) }
    expect(whose([ben, careful], going())).toEqual(['dora'])
  })
  test('nobody’s over a payment to themselves, not even that of a helper whom they named a moment before', () => {
    expect(whose([ben], { ...large, payeeId: 'ben' })).toBe('nobodyCould')
    expect(whose([ben, fresh], { ...large, payeeId: 'ben' })).toBe('nobodyCould')
    expect(whose([ben, fresh], { ...large, payeeId: 'ben' }, hours(24))).toEqual(['dora'])
  })
  test('a first approver decides at once, one beside others a day later', () => {
    expect(decidesFrom([anApprover({ state: 'invited' }), anApprover({ endsAt: at })], at)).toEqual(at)
    expect(decidesFrom([ben], at)).toEqual(hours(24))
    expect(decidesFrom([anApprover({ endsAt: hours(1) })], at)).toEqual(hours(24))
  })
})

describe('a rule that is changed', () => {
  const later = (next: Rule) => ({ rule: next, at: hours(24) })
  test.each([
    ['stricter at once', rule(false, 100_00n), rule(true, 50_00n), rule(true, 50_00n), null],
    ['looser in a day', rule(true, 100_00n), rule(true, 200_00n), rule(true, 100_00n), later(rule(true, 200_00n))],
    ['without a sum in a day', rule(true, 100_00n), rule(true, null), rule(true, 100_00n), later(rule(true, null))],
    ['with a sum at once', rule(true, null), rule(true, 100_00n), rule(true, 100_00n), null],
    [
      'both ways: what is stricter at once, the rest in a day',
      rule(true, 100_00n),
      rule(false, 50_00n),
      rule(true, 50_00n),
      later(rule(false, 50_00n)),
    ],
    ['the same again', rule(true, 100_00n), rule(true, 100_00n), rule(true, 100_00n), null],
  ])('is %s', (_how, before, after, now, next) => {
    expect(changedRule(anApprover({ rule: before }), after, at)).toEqual({ rule: now, next })
  })
  test('counts from the rule that holds by then, and puts off nothing that was to protect more', () => {
    const pending = anApprover({ rule: rule(true, 100_00n), next: { rule: rule(true, 200_00n), at: hours(1) } })
    expect(changedRule(pending, rule(true, 300_00n), at).rule).toEqual(rule(true, 100_00n))
    expect(changedRule(pending, rule(true, 300_00n), hours(1)).rule).toEqual(rule(true, 200_00n))
    expect(changedRule(pending, rule(true, 100_00n), at)).toEqual({ rule: rule(true, 100_00n), next: null })
    expect(ruleAt(pending, hours(1))).toEqual(rule(true, 200_00n))
  })
  test('of an invitation holds at once, and ends nothing', () => {
    const invited = anApprover({ state: 'invited', acceptedAt: null, decidesFrom: null })
    expect(changedRule(invited, rule(false, 900_00n), at)).toEqual({ rule: rule(false, 900_00n), next: null })
    expect(isActiveAt(invited, at)).toBe(false)
  })
})
