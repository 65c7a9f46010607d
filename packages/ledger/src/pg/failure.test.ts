import { expect, test } from 'vitest'
import { CommitNotReplicated, CommitRolledBack, RaceLost } from '../errors.ts'
import { classify } from './failure.ts'
import type { Failure, Phase } from './failure.ts'

const coded = (code: string, message = 'said the server') => Object.assign(new Error(message), { code })

const cases: [Phase, string, unknown, Failure['meaning']][] = [
  ['working', 'a serialization failure', coded('40001'), 'transient'],
  ['working', 'a deadlock', coded('40P01'), 'transient'],
  ['working', 'a lock that was not to be had', coded('55P03'), 'transient'],
  ['working', 'a cancelled statement', coded('57014'), 'transient'],
  ['working', 'a killed backend', coded('57P01'), 'transient'],
  ['connecting', 'a server that is starting', coded('57P03'), 'transient'],
  ['writing', 'a session whose server was killed', coded('XX000', 'postmaster was shut down, exiting'), 'transient'],
  ['writing', 'a lost machine of a cluster', coded('XX000', 'server closed the connection unexpectedly'), 'transient'],
  ['writing', 'any other internal error', coded('XX000'), 'defect'],
  ['working', 'a connection exception', coded('08006'), 'transient'],
  ['working', 'a reset connection', coded('ECONNRESET'), 'transient'],
  ['working', 'a broken pipe', coded('EPIPE'), 'transient'],
  ['working', 'a loss without a code', new Error('Connection terminated unexpectedly'), 'transient'],
  ['working', 'a read timeout', new Error('Query read timeout'), 'transient'],
  ['connecting', 'a refused connection', coded('ECONNREFUSED'), 'transient'],
  ['connecting', 'a full pool', new Error('timeout exceeded when trying to connect'), 'unavailable'],
  ['connecting', 'a wrong password', coded('28P01'), 'unavailable'],
  ['working', 'a standby', coded('25006'), 'transient'],
  ['working', 'a full disk', coded('53100'), 'unavailable'],
  ['working', 'a stale plan', coded('0A000'), 'transient'],
  ['working', 'a balance below its floor that reached the CHECK', coded('23514'), 'defect'],
  ['working', 'a unique violation', coded('23505'), 'defect'],
  ['working', 'a missing table', coded('42P01'), 'defect'],
  ['working', 'a missing right', coded('42501'), 'defect'],
  ['working', 'our own mistake', new TypeError('x is not a function'), 'defect'],
  ['working', 'a lost race', new RaceLost('another process'), 'transient'],
  ['working', 'damaged data', coded('XX001'), 'damage'],
  ['committing', 'damaged data', coded('58030'), 'damage'],
  ['committing', 'a serialization failure', coded('40001'), 'transient'],
  ['committing', 'a completion that is unknown', coded('40003'), 'unknown'],
  ['committing', 'a deferred constraint', coded('23503'), 'defect'],
  ['committing', 'a killed backend', coded('57P01'), 'unknown'],
  ['committing', 'a cancelled statement', coded('57014'), 'unknown'],
  ['committing', 'an internal error of the coordinator', coded('XX000'), 'unknown'],
  ['committing', 'a reset connection', coded('ECONNRESET'), 'unknown'],
  ['committing', 'a loss without a code', new Error('Connection terminated unexpectedly'), 'unknown'],
  ['committing', 'our own mistake', new TypeError('x is not a function'), 'unknown'],
  ['committing', 'the tag ROLLBACK', new CommitRolledBack('ROLLBACK'), 'transient'],
  ['committing', 'a standby that may lack it', new CommitNotReplicated('cancelled wait'), 'unacknowledged'],
]

test.each(cases)('while %s, %s means what it must', (phase, _, error, meaning) => {
  expect(classify(phase, error).meaning).toBe(meaning)
})

test('an unknown error is a lost connection when the connection itself reported its end', () => {
  const error = new Error('something the driver said')
  expect(classify('working', error).meaning).toBe('defect')
  expect(classify('working', error, true).meaning).toBe('transient')
})

test('failures that one command can cause are told apart from those of the connection or the server', () => {
  const separable = cases.filter(([phase, , error]) => classify(phase, error).isBisectable).map(([, name]) => name)
  expect(separable).toEqual([
    'a serialization failure',
    'a deadlock',
    'a lock that was not to be had',
    'a cancelled statement',
    'any other internal error',
    'a balance below its floor that reached the CHECK',
    'a unique violation',
    'a missing table',
    'a missing right',
    'our own mistake',
    'a lost race',
    'a deferred constraint',
  ])
})
