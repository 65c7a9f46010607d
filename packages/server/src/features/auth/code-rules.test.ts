import { expect, test } from 'vitest'
import { type CodeTimes, isResetDue, judgeCode } from './code-rules.ts'

const AT = new Date('2026-11-21T12:00:00Z')
const before = new Date(AT.getTime() - 1)
const code = (more: Partial<CodeTimes> = {}): CodeTimes => ({
  tries: 0,
  expiresAt: new Date(AT.getTime() + 1),
  usedAt: null,
  deadAt: null,
  ...more,
})

test.each([
  ['none at all', undefined, true, 'none'],
  ['the right one', code(), true, 'right'],
  ['the right one on the fifth try', code({ tries: 4 }), true, 'right'],
  ['another one', code(), false, 'wrong'],
  ['a wrong one on the fifth try', code({ tries: 4 }), false, 'last'],
  ['the right one after five wrong tries', code({ tries: 5, deadAt: before }), true, 'spent'],
  ['the right one after a newer was sent', code({ deadAt: before }), true, 'dead'],
  ['the right one at its last moment', code({ expiresAt: AT }), true, 'expired'],
  ['an old one that is also dead', code({ expiresAt: before, deadAt: before }), true, 'expired'],
  ['the right one again', code({ usedAt: before }), true, 'used'],
  ['the right one again, much later', code({ usedAt: before, expiresAt: before }), true, 'used'],
  ['another one after the right one was used', code({ usedAt: before }), false, 'none'],
])('API-06 API-09 %s', (_what, given, matches, verdict) => {
  expect(judgeCode(given, matches, AT)).toBe(verdict)
})

const sentAgo = (minutes: number, isOpen = true) => ({ at: new Date(AT.getTime() - minutes * 60_000), isOpen })
const nine = Array.from({ length: 9 }, () => sentAgo(600, false))

test.each([
  ['where none was mailed', [], true],
  ['five minutes after one was', [sentAgo(5)], true],
  ['again, at once', [sentAgo(0.1)], true],
  ['a third time within five minutes', [sentAgo(4.9), sentAgo(0.1)], false],
  ['at once, when the last one was used', [sentAgo(1, false)], true],
  ['while one of many is still good for a while', [...nine, sentAgo(19)], false],
  ['when the last of however many is about to end', [...nine, ...nine, sentAgo(20)], true],
  ['when all of however many have ended', [...nine, ...nine], true],
  ['when the last was made by a clock that was ahead', [sentAgo(-60)], true],
])('a request for a reset link %s: %s', (_when, sent, isDue) => {
  expect(isResetDue(sent, AT)).toBe(isDue)
})
