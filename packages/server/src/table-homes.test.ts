/** A table is named in the SQL of its home alone (`migrations/tables.ts`): what others want of it they ask its slice for. */
import { glob, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { tables as ledgerTables } from '@puente/ledger'
import { expect, test } from 'vitest'
import { tableUses } from '#test/table-uses.ts'
import { tables } from '../migrations/tables.ts'

/** The one list of files that speak of tables of others, and why each may. */
const EXCEPTIONS: readonly { file: string; tables: readonly string[]; why: string }[] = [
  {
    file: 'features/operations/invariants-store.ts',
    tables: [
      'accounts',
      'audit_log',
      'debts',
      'entries',
      'free_operations',
      'limit_buckets',
      'limit_usage',
      'movements',
      'provider_operations',
    ],
    why: 'compares what the slices and the ledger have written with each other',
  },
  {
    file: 'features/operations/written-store.ts',
    tables: ['entries', 'movements'],
    why: 'compares new entries with the movements that show them',
  },
  {
    file: 'platform/db/transaction-numbers.ts',
    tables: ['account_terms', 'audit_log', 'batches', 'check_progress'],
    why: 'sets the numbers of transactions ahead of every row after a restore',
  },
  {
    file: 'features/wallet/audit-store.ts',
    tables: ['audit_log'],
    why: 'writes the trail of a movement in the batch, through its connection',
  },
  {
    file: 'platform/audit-seals.ts',
    tables: ['audit_log'],
    why: 'the chain of seals is made of its rows',
  },
  {
    file: 'features/accounts/change-notice-store.ts',
    tables: ['contact_codes', 'link_tokens'],
    why: 'slices below the one that reads the link tell of changes too',
  },
  {
    file: 'features/operations/freeze-store.ts',
    tables: ['money_frozen'],
    why: 'operators freeze and release money beside the ledger, so that they can when it fails',
  },
  {
    file: 'features/operations/adjustments-store.ts',
    tables: ['directory'],
    why: 'runs as the role of the operators, which may read two columns and no more',
  },
  {
    file: 'features/operations/handles-store.ts',
    tables: ['directory'],
    why: 'runs as the role of the operators, which may read two columns and no more',
  },
  {
    file: 'features/limits/parties-store.ts',
    tables: ['coolings', 'movements', 'passkeys', 'users'],
    why: 'one statement in every batch, under its locks; movements are a later slice',
  },
  {
    file: 'features/limits/limits-store.ts',
    tables: ['movements'],
    why: 'deposits under way count against the cap, read in every batch; movements are a later slice',
  },
  {
    file: 'features/limits/credited-store.ts',
    tables: ['entries', 'idempotency'],
    why: 'added up in the batch that closes an account, under its locks; credits stand in an account that many share',
  },
  {
    file: 'features/limits/step-up-store.ts',
    tables: ['coolings', 'movements', 'step_up_challenges', 'users'],
    why: 'one statement in every batch that may ask for a proof, under its locks; the token is used up with the money',
  },
  {
    file: 'features/statements/statements-store.ts',
    tables: ['directory', 'movements'],
    why: 'walks through a history of any length along the indexes of lists, with the few columns that a statement shows',
  },
  {
    file: 'features/exports/own-data-store.ts',
    tables: [
      'access_log',
      'account_freezes',
      'authenticator_apps',
      'balance_notices',
      'debts',
      'directory',
      'files',
      'kyc_history',
      'movements',
      'notifications',
      'passkeys',
      'push_subscriptions',
      'remembered_browsers',
      'reward_facts',
      'rewards',
      'security_events',
      'sessions',
      'social_identities',
      'terms_acceptances',
    ],
    why: 'a copy of all that is kept about one person, read by their id in one place',
  },
  {
    file: 'features/rewards/rewards-batch-store.ts',
    tables: ['users'],
    why: 'one statement in every batch that pays a reward, under its locks: whether the account is open and verified',
  },
  {
    file: 'features/approvers/approvers-batch-store.ts',
    tables: ['directory', 'movements'],
    why: 'one statement in every batch that pays from a balance, under its locks: who approves, and what the payee got before',
  },
  {
    file: 'features/limits/under-way-store.ts',
    tables: ['movements', 'users'],
    why: 'what keeps an account from being closed, read in the batch; movements are a later slice',
  },
  {
    file: 'features/limits/replaced-store.ts',
    tables: ['movements'],
    why: 'what the attempt uses that another closes, for a quote; movements are a later slice',
  },
  {
    file: 'features/sessions/external-payments-store.ts',
    tables: ['movements', 'send_sessions'],
    why: 'a session may outlast its idle time during a payment elsewhere; payments are a later slice',
  },
  {
    file: 'features/sessions/sessions-store.ts',
    tables: ['users'],
    why: 'a call reads its session and its user in one statement',
  },
  {
    file: 'features/content/content-store.ts',
    tables: ['fee_rows', 'users'],
    why: 'screens get the fees before sign-in, and usage is not counted of who opted out; both are later slices',
  },
  {
    file: 'features/contacts/contacts-store.ts',
    tables: ['kyc_items', 'movements', 'users'],
    why: 'people one has paid, with their names and pictures as they are now, ranked in one statement',
  },
  {
    file: 'features/activity/activity-store.ts',
    tables: ['movements'],
    why: 'the slice is the search over movements; writing them stays with the wallet',
  },
  {
    file: 'features/activity/newest-store.ts',
    tables: ['directory', 'movements', 'users'],
    why: 'the home screen reads many people at once, each by a walk along the index',
  },
]

const homes = new Map<string, string>([
  ...Object.values(ledgerTables).flatMap((names) => names.map((name): [string, string] => [name, 'the ledger'])),
  ...Object.entries(tables).map(([name, { home }]): [string, string] => [name, home]),
])

const isAt = (file: string, home: string): boolean => file === `${home}.ts` || file.startsWith(`${home}/`)

/** Tables of others that a file speaks of. */
const foreign = (file: string, source: string): string[] =>
  tableUses(source, new Set(homes.keys()))
    .filter((name) => !isAt(file, homes.get(name) ?? ''))
    .toSorted()

/** Tests, types of all tables and lists of statements that others send are no SQL of a slice. */
const NOT_READ = /\.test\.ts$|^test\/|^platform\/db\/(schema\.gen|distribution\/exempt)\.ts$/

const readSources = async (): Promise<[file: string, source: string][]> => {
  const src = fileURLToPath(new URL('.', import.meta.url))
  const found: [string, string][] = []
  for await (const file of glob('**/*.ts', { cwd: src }))
    if (!NOT_READ.test(file)) found.push([file, await readFile(`${src}${file}`, 'utf8')])
  return found
}

test('a table is named in the SQL of its home alone, but for the exceptions that are listed with their reason', async () => {
  const found = (await readSources()).flatMap(([file, source]) => {
    const names = foreign(file, source)
    return names.length > 0 ? [{ file, tables: names }] : []
  })
  const byFile = (a: { file: string }, b: { file: string }) => (a.file < b.file ? -1 : 1)
  expect(found.toSorted(byFile)).toEqual(
    EXCEPTIONS.map((one) => ({ file: one.file, tables: one.tables })).toSorted(byFile),
  )
})

test.each([
  ['a query', `db.selectFrom('movements').selectAll()`],
  ['a join', `db.selectFrom('coolings').innerJoin('movements as m', (join) => join)`],
  ['a change', `trx\n    .updateTable('movements')\n    .set({})`],
  ['a statement', 'sql`select 1\n from "movements" where owner_id = ${ownerId}`'],
  ['a list of tables', 'const READ = `select 1 from coolings as c, movements as m`'],
  ['a write', 'const INSERT = `insert into movements (owner_id) values ($1)`'],
  ['the type of a row', 'json_populate_recordset(null::movements, $1::json)'],
])("another slice's table is noticed in %s", (_what, source) => {
  expect(foreign('features/accounts/stranger-store.ts', source)).toEqual(['movements'])
  expect(foreign('features/wallet/movements-store.ts', source)).not.toContain('movements')
})

test('comments, columns and functions of the same name are no tables', () => {
  const source = '/* from movements */ // join movements\n`select movements.note from unnest($1) as movements`'
  expect(foreign('features/accounts/stranger-store.ts', source)).toEqual([])
})
