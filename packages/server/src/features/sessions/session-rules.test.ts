import { expect, test } from 'vitest'
import { absoluteEnd, idleEnd, isWorthNoting, lockEnd, type SessionTimes, standingOf } from './session-rules.ts'

const OPENED = new Date('2026-11-21T12:00:00Z')
const minutes = (count: number) => new Date(OPENED.getTime() + count * 60_000)
const session = (more: Partial<SessionTimes> = {}): SessionTimes => ({
  lastSeenAt: OPENED,
  idleExpiresAt: minutes(15),
  absoluteExpiresAt: minutes(720),
  lockedAt: null,
  closeReason: null,
  ...more,
})

test.each([
  ['open until the idle deadline', session(), 14.99, { state: 'open' }],
  ['open although the clock was set back a little', session(), -14.99, { state: 'open' }],
  ['ended when the clock was set back (T9)', session(), -15, { state: 'ended', reason: 'idle', isRecorded: false }],
  ['idling from the idle deadline on', session(), 15, { state: 'idling' }],
  ['idling until half an hour after the last activity', session(), 29.99, { state: 'idling' }],
  ['ended as idle after that', session(), 30, { state: 'ended', reason: 'idle', isRecorded: false }],
  ['locked as soon as it is locked', session({ lockedAt: minutes(1) }), 2, { state: 'locked' }],
  ['locked past the idle deadline', session({ lockedAt: minutes(1) }), 29, { state: 'locked' }],
  [
    'ended half an hour after the last activity, not after the lock',
    session({ lockedAt: minutes(10) }),
    30,
    { state: 'ended', reason: 'idle', isRecorded: false },
  ],
  [
    'ended after twelve hours, however active',
    session({ idleExpiresAt: minutes(720), lastSeenAt: minutes(719) }),
    720,
    { state: 'ended', reason: 'absolute', isRecorded: false },
  ],
  [
    'ended after twelve hours, also when locked',
    session({ lockedAt: minutes(719), lastSeenAt: minutes(719) }),
    720,
    { state: 'ended', reason: 'absolute', isRecorded: false },
  ],
  [
    'ended for the recorded reason, whatever the clock says',
    session({ closeReason: 'replaced' }),
    900,
    { state: 'ended', reason: 'replaced', isRecorded: true },
  ],
])('a session is %s', (_what, given, at, standing) => {
  expect(standingOf(given, minutes(at))).toEqual(standing)
})

test('no deadline passes the twelfth hour', () => {
  expect(absoluteEnd(OPENED)).toEqual(minutes(720))
  expect(idleEnd(minutes(100), minutes(720))).toEqual(minutes(115))
  expect(idleEnd(minutes(710), minutes(720))).toEqual(minutes(720))
  expect(lockEnd({ lastSeenAt: minutes(700), absoluteExpiresAt: minutes(720) })).toEqual(minutes(720))
})

test('activity is written down at most every fifteen seconds', () => {
  expect(isWorthNoting(session(), new Date(OPENED.getTime() + 14_999))).toBe(false)
  expect(isWorthNoting(session(), new Date(OPENED.getTime() + 15_000))).toBe(true)
})
