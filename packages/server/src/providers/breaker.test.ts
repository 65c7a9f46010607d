import fc from 'fast-check'
import { expect, test } from 'vitest'
import { admission, afterCall, type BreakerState, CLOSED, OPEN_MS } from './breaker-rules.ts'
import { guardedAch } from './ach/guarded.ts'
import { createBreaker } from './breaker.ts'
import { ProviderError, type ProviderErrorKind } from './types.ts'

const failed = { is: 'failed' } as const
const answered = { is: 'answered' } as const
const turnedAway = (retryAfterMs: number) => ({ is: 'turnedAway', retryAfterMs }) as const

const afterFailures = (count: number, at = 0): BreakerState =>
  Array.from({ length: count }).reduce<BreakerState>((state) => afterCall(state, failed, at), CLOSED)

const OPENED = afterFailures(5)
const PROBING: BreakerState = { ...OPENED, isProbing: true }

test.each<[string, BreakerState, number, ReturnType<typeof admission>]>([
  ['no call yet', CLOSED, 0, 'open'],
  ['four failures in a row', afterFailures(4), 0, 'open'],
  ['five failures in a row', OPENED, 0, 'refused'],
  ['five failures, a moment before the time is over', OPENED, OPEN_MS - 1, 'refused'],
  ['five failures, the time over', OPENED, OPEN_MS, 'probe'],
  ['a probe is under way', PROBING, OPEN_MS, 'refused'],
  ['the probe failed', afterCall(PROBING, failed, OPEN_MS), OPEN_MS, 'refused'],
  ['the probe failed, and the time is over again', afterCall(PROBING, failed, OPEN_MS), 2 * OPEN_MS, 'probe'],
  ['the probe was answered', afterCall(PROBING, answered, OPEN_MS), OPEN_MS, 'open'],
  ['what was under way is answered meanwhile', afterCall(OPENED, answered, 1), 1, 'open'],
  [
    'an answer between four failures and one',
    afterCall(afterCall(afterFailures(4), answered, 0), failed, 0),
    0,
    'open',
  ],
  ['told to come back later', afterCall(CLOSED, turnedAway(700), 100), 799, 'refused'],
  ['told to come back, and the time is over', afterCall(CLOSED, turnedAway(700), 100), 800, 'open'],
  [
    'told to come back, and another call is answered',
    afterCall(afterCall(CLOSED, turnedAway(700), 0), answered, 1),
    2,
    'refused',
  ],
  ['told to come back in a year', afterCall(CLOSED, turnedAway(3e10), 0), 600_000, 'open'],
])('P15: a breaker after: %s', (_, state, at, expected) => {
  expect(admission(state, at)).toBe(expected)
})

const step = fc.record({
  pauseMs: fc.nat(OPEN_MS),
  outcome: fc.constantFrom(failed, failed, failed, answered, turnedAway(5_000)),
})

test('P15: new payments are refused exactly after five failures in a row, or while the provider wants to be left alone', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      let [at, state] = [0, CLOSED]
      let [failures, lastFailureAt, quietUntil] = [0, 0, 0]
      for (const { pauseMs, outcome } of steps) {
        at += pauseMs
        state = afterCall(state, outcome, at)
        failures = outcome.is === 'failed' ? failures + 1 : 0
        if (outcome.is === 'failed') lastFailureAt = at
        if (outcome.is === 'turnedAway') quietUntil = at + outcome.retryAfterMs
        for (const later of [at, at + 4_999, at + 5_000, at + OPEN_MS - 1, at + OPEN_MS]) {
          const isClosed = failures < 5
          const isRefused = later < quietUntil || (!isClosed && later < lastFailureAt + OPEN_MS)
          expect(admission(state, later)).toBe(isRefused ? 'refused' : isClosed ? 'open' : 'probe')
        }
      }
    }),
  )
})

/** A breaker with a clock of its own, and calls that end as the test says. */
const aBreaker = () => {
  let at = 0
  const breaker = createBreaker({ now: () => at })
  const end = (kind: ProviderErrorKind | null, more: { retryAfterMs?: number; isAnswer?: boolean } = {}) =>
    breaker
      .call(async () => {
        if (kind !== null) throw new ProviderError(kind, 'as told', more)
      })
      .catch((error: unknown) => (error as ProviderError).kind)
  const isRefused = () => {
    const entered = breaker.enter()
    if ('leave' in entered) entered.leave()
    return 'waitMs' in entered
  }
  return { breaker, end, isRefused, advance: (ms: number) => void (at += ms) }
}

test.each<[ProviderErrorKind, boolean]>([
  ['unknownOutcome', true],
  ['unavailable', true],
  ['declined', false],
  ['invalid', false],
  ['auth', false],
])('five calls in a row that end with %s open the breaker: %s', async (kind, isOpen) => {
  const { breaker, end, isRefused } = aBreaker()
  for (let n = 0; n < 5; n += 1) expect(await end(kind)).toBe(kind)
  expect(isRefused()).toBe(isOpen)
  expect(breaker.isOpen()).toBe(isOpen)
})

test('an answer that leaves the outcome open is an answer all the same', async () => {
  const { end, isRefused } = aBreaker()
  for (let n = 0; n < 9; n += 1) await end('unknownOutcome', { isAnswer: true })
  expect(isRefused()).toBe(false)
})

test('calls of what is under way go on while the breaker is open, and one that is answered closes it', async () => {
  const { end, isRefused } = aBreaker()
  for (let n = 0; n < 7; n += 1) expect(await end('unknownOutcome')).toBe('unknownOutcome')
  expect(isRefused()).toBe(true)
  await end(null)
  expect(isRefused()).toBe(false)
})

test('one new payment probes, no second beside it; one that made no call leaves its place to the next', async () => {
  const { breaker, end, isRefused, advance } = aBreaker()
  for (let n = 0; n < 5; n += 1) await end('unavailable')
  expect(breaker.enter()).toEqual({ waitMs: OPEN_MS })
  advance(OPEN_MS)
  const probe = breaker.enter()
  expect(isRefused()).toBe(true)
  if ('leave' in probe) probe.leave()
  expect(isRefused()).toBe(false)
  await end('unavailable')
  expect(isRefused()).toBe(true)
})

test('a provider that says when to come back is asked nothing before', async () => {
  const { end, isRefused, advance } = aBreaker()
  await end('rateLimited', { retryAfterMs: 2_000 })
  expect([await end(null), isRefused()]).toEqual(['rateLimited', true])
  advance(2_000)
  expect([await end(null), isRefused()]).toEqual([undefined, false])
})

test('a bank behind its breaker can all that it can without: each call counts, also calling back and asking for a routing number', async () => {
  const answers = ['send', 'fetch', 'findByRef', 'cancel', 'lookupRouting', 'report', 'verify'] as const
  const bank = Object.fromEntries(answers.map((name) => [name, async () => name])) as never
  const guarded = guardedAch(bank, createBreaker()) as unknown as Record<string, () => Promise<string>>
  for (const name of answers) expect(await guarded[name]?.()).toBe(name)

  const silent = async () => {
    throw new ProviderError('unavailable', 'nothing')
  }
  for (const name of ['cancel', 'lookupRouting']) {
    const breaker = createBreaker()
    const lost = guardedAch({ send: silent, fetch: silent, findByRef: silent, verify: silent, [name]: silent }, breaker)
    for (let n = 0; n < 5; n += 1)
      await expect((lost as unknown as Record<string, () => Promise<unknown>>)[name]?.()).rejects.toThrow('nothing')
    expect(breaker.isOpen()).toBe(true)
  }
  expect(
    Object.keys(guardedAch({ send: silent, fetch: silent, findByRef: silent, verify: silent }, createBreaker())),
  ).toEqual(['send', 'fetch', 'findByRef', 'verify'])
})
