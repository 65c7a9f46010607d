/**
 * Two releases serve side by side while one replaces the other, on tables that the new one has migrated already, and the
 * old one may come back. So a migration adds, and takes away only what the release before it no longer uses: such a file says so
 * in a line of its own, `-- contract: since when nothing uses it`. docs/runbooks/deploy.md has the rule.
 */
import { expect, test } from 'vitest'
import { migrationFolders } from './folders.ts'
import { readMigrations } from './migrations.ts'

/** What breaks a release that knows the tables as they were. */
const TAKES_AWAY =
  /\b(drop\s+(table|column|view|function|schema|type)|rename\s+(to|column)|alter\s+(column\s+)?\w+\s+(set\s+data\s+)?type|set\s+not\s+null|revoke\s[^;]*\sfrom\s+(app|jobs))\b/i
const ADDS_WITHOUT_VALUE = /\badd\s+column\b(?![^,;]*\bdefault\b)[^,;]*\bnot\s+null\b/i

/** From before the first release. */
const EARLIER = new Set(['20261123108100_keys.sql', '20261124250001_recipients.sql', '20261125050002_schedules.sql'])

const findings = async () =>
  (await readMigrations(migrationFolders))
    .filter(({ statements }) => !statements.some((statement) => /^-- contract: \S/m.test(statement)))
    .flatMap(({ name, statements }) =>
      statements
        .map((statement) => statement.replaceAll(/--.*$/gm, ''))
        .filter((statement) => TAKES_AWAY.test(statement) || ADDS_WITHOUT_VALUE.test(statement))
        .map(() => name),
    )

test('a release leaves tables that the one before it works with, or says why nothing misses what it takes away', async () => {
  expect([...new Set(await findings())].filter((name) => !EARLIER.has(name))).toEqual([])
})

test.each([
  'alter table users drop column name',
  'alter table users rename column name to full_name',
  'alter table users alter column name type varchar(10)',
  'alter table users alter column name set not null',
  'alter table users add column name text not null',
  'revoke insert on users from app',
])('%s would be noticed', (statement) => {
  expect(TAKES_AWAY.test(statement) || ADDS_WITHOUT_VALUE.test(statement)).toBe(true)
})
