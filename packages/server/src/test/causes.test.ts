import { InvalidCommand } from '@puente/ledger'
import { expect, test } from 'vitest'
import { createLog } from '#platform/log.ts'
import { causeIn } from './causes.ts'

/** What is printed for an error, by way of the log's own form. */
const printed = (error: unknown, message = 'unexpected error'): string | null => {
  const lines: string[] = []
  createLog({ level: 'error', write: (line) => lines.push(line) }).error({ err: error }, message)
  return causeIn(lines[0] ?? '')
}

test('a defect is printed with its stack and what caused it', () => {
  const cause = new Error('no such thing')
  expect(printed(new Error('it went wrong', { cause }))).toMatch(
    /^The server answered 500, because of\nError: it went wrong\n {4}at [^]*\ncaused by Error: no such thing\n {4}at /,
  )
  expect(printed(new Error('a page of the provider did not answer'), 'refused')).toBeNull()
})

test('a missing grant is printed with the migration of the table and the grant', () => {
  const denied = Object.assign(new Error('permission denied for table coolings'), { code: '42501' })
  const text = printed(new Error('a statement failed', { cause: denied }))
  expect(text).toContain('packages/server/migrations/20261123001500_cooling.sql')
  expect(text).toContain('grant select, insert, update, delete on coolings to app')
})

test('a participant that the ledger does not have is printed with the file that composes it', () => {
  expect(printed(new InvalidCommand('there is no participant blocks'))).toContain(
    'Add the participant "blocks" to `participants` in packages/server/src/compose.ts',
  )
})
