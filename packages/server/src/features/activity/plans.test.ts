/**
 * The plans of what screens read. The product's own calls run over a history of some ten thousand rows; every statement
 * they sent is explained the way PostgreSQL plans it once it stops looking at the values, and must find its rows by an
 * index: a plan that reads or sorts a history costs more with every day of use.
 */
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { withClient } from '#platform/db/pool.ts'
import { newId } from '#platform/ids.ts'
import { testApp, type TestApp } from '#test/app.ts'
import { aUser, signedIn, withBalance } from '#test/factories.ts'
import type { TestUser } from '#test/factories.ts'

let app: TestApp
let ana: TestUser
let ben: TestUser
let headers: { authorization: string }

/** Tables that grow with every operation, or with every person. */
const GROWING = new Set(
  'accounts entries holds idempotency movements limit_usage limit_buckets free_operations users directory invoices money_requests request_payments sessions live_events live_cursors'.split(
    ' ',
  ),
)
const OWNERS = 400
const ROWS = 40_000

// Rows of many owners and much of Ana's, so that neither a scan of the table nor one of a person's rows is cheap.
const FILL = [
  `create temporary table past as
   select case when n % 4 = 0 then $1::uuid else md5('owner' || n % ${OWNERS})::uuid end as owner_id, n,
          clock_timestamp() - n * interval '1 minute' as at from generate_series(1, ${ROWS}) as n`,
  `insert into movements (owner_id, movement_id, type, state, method, direction, amount_cents, counterpart_id, counterpart_name,
     reference, search_text, created_at)
   select owner_id, gen_random_uuid(), 'sent', 'COMPLETED', 'wallet', -1, n, md5('owner' || n % 97)::uuid, 'Person ' || n % 97,
          'R' || n, 'person ' || n % 97 || ' r' || n, at from past`,
  `insert into invoices (owner_id, invoice_id, was, type, state, number, amount_cents, note, own_name, counterpart_id, counterpart_name,
     counterpart_handle, counterpart_is_business, created_at, updated_at, paid_at)
   select owner_id, gen_random_uuid(), 'sent', 'custom', case when n % 20 = 0 then 'toPay' else 'paid' end, n, n, 'work', 'Ana',
          md5('owner' || n % 97)::uuid, 'Person', 'person', false, at, at, case when n % 20 = 0 then null else at end from past
    where md5('owner' || n % 97)::uuid <> owner_id`,
  `insert into money_requests (owner_id, request_id, was, state, uses, amount_cents, note, code, created_at, updated_at, expires_at)
   select owner_id, gen_random_uuid(), 'sent', (array['open', 'cancelled', 'expired', 'declined'])[1 + n % 3], 'multi', n, 'work', 'code' || n,
          at, at, at + interval '7 days' from past`,
  `insert into request_payments (owner_id, request_id, movement_id, amount_cents, paid_at)
   select owner_id, md5(owner_id::text)::uuid, gen_random_uuid(), n, at from past`,
  `insert into limit_usage (owner_id, at, movement_id, operations, amount_cents)
   select owner_id, at, gen_random_uuid(), 'inApp,outgoing', 1 from past`,
  `insert into limit_buckets (owner_id, starts_at, operations, cents, oldest_at, newest_at)
   select owner_id, date_bin('15 minutes', at, 'epoch'), operations, count(*), min(at), max(at) from limit_usage group by 1, 2, 3`,
  `insert into accounts (owner_id, account, currency, seq) select owner_id, 'wallet', 'USD', count(*) from past group by 1
   on conflict do nothing`,
  `insert into entries (owner_id, account, seq, transfer_id, leg, amount_cents, balance_after_cents, counter_owner_id,
     counter_account, kind, created_at)
   select owner_id, 'wallet', 100 + n, gen_random_uuid(), 0, 1, 1, owner_id, 'wallet', 'past', at from past`,
  `insert into sessions (owner_id, session_id, created_at, last_seen_at, idle_expires_at, absolute_expires_at)
   select owner_id, gen_random_uuid(), at, at, at, at from past where n % 4 <> 0`,
  `insert into users (owner_id, email, password_hash, password_changed_at, full_name, handle, is_business, lang, referral_code)
   select distinct on (n % 5000) md5('person' || n % 5000)::uuid, n || '@example.com', '', at, 'Somebody', 'past-' || n, false, 'en-US', 'PAST'
     from past order by n % 5000`,
  // Many more than a lookup asks for, so that reading them all is not cheaper.
  `insert into accounts (owner_id, account, currency) select owner_id, 'wallet', 'USD' from users on conflict do nothing`,
  `insert into free_operations (owner_id, movement_id, at)
   select owner_id, gen_random_uuid(), now() from users cross join generate_series(1, 3) on conflict do nothing`,
  `insert into directory (handle, owner_id, full_name, is_business, can_receive)
   select handle, owner_id, full_name, false, true from users where handle like 'past-%'`,
  `insert into idempotency (owner_id, key, request_hash, status, transfer_id, created_at)
   select owner_id, gen_random_uuid()::text, 'past', 'accepted', gen_random_uuid(), at from past`,
]

beforeAll(async () => {
  app = await testApp()
  ana = await aUser(app.services, { tier: 2, fullName: 'Ana Ruiz' })
  ben = await aUser(app.services, { tier: 2, fullName: 'Ben Lee' })
  await withBalance(app.services, ana, 900_00)
  await withClient(app.database.superuserUrl, async (client) => {
    const [past = '', ...rest] = FILL
    // A parameter is not taken by what makes a table; the id is our own.
    await client.query(past.replace('$1', `'${ana.id}'`))
    for (const text of rest) await client.query(text)
    await client.query('analyze')
  })
  headers = await signedIn(app.services, ana)
})
afterAll(() => app.close())

type Plan = { 'Node Type': string; 'Relation Name'?: string; 'Index Name'?: string; Plans?: Plan[] }

/** Statements sent while `work` ran, on any connection. */
const sentDuring = async (work: () => Promise<unknown>): Promise<string[]> => {
  const sent = new Set<string>()
  const proto = pg.Query.prototype as unknown as { submit: (this: { text?: string }, connection: unknown) => unknown }
  const { submit } = proto
  proto.submit = function watched(connection) {
    if (this.text !== undefined) sent.add(this.text)
    return submit.call(this, connection)
  }
  try {
    await work()
  } finally {
    proto.submit = submit
  }
  return [...sent].filter((text) => /^\s*(select|with)\b/i.test(text))
}

/** As the role that serves plans it, whose settings guide the planner. */
const planOf = async (text: string, settings: string[]): Promise<Plan> =>
  withClient(app.database.appUrl, async (client) => {
    for (const setting of settings) await client.query(setting)
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `explain (generic_plan, format json) ${text}`,
    )
    const [row] = rows
    if (!row) throw new Error('no plan')
    return row['QUERY PLAN'][0].Plan
  })

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

/** Indexes over what is not final yet, which is little whatever is behind it. */
const BOUNDED = new Set(['movements_incoming', 'movements_under_way'])

/** Relations that a node reads without a bound in between. */
const unboundedBelow = (node: Plan): string[] =>
  node['Node Type'] === 'Limit' || BOUNDED.has(node['Index Name'] ?? node.Plans?.[0]?.['Index Name'] ?? '')
    ? []
    : [...(node['Relation Name'] ? [node['Relation Name']] : []), ...(node.Plans ?? []).flatMap(unboundedBelow)]

/** What is wrong with a plan, in words; nothing for a good one. */
const faultsOf = (plan: Plan): string[] =>
  nodesOf(plan).flatMap((node) => {
    const relation = node['Relation Name'] ?? ''
    if (node['Node Type'] === 'Seq Scan' && GROWING.has(relation)) return [`reads all of ${relation}`]
    const isSort = /Sort|Aggregate/.test(node['Node Type'])
    const history = unboundedBelow(node).filter((name) =>
      ['movements', 'entries', 'invoices', 'money_requests', 'request_payments'].includes(name),
    )
    return isSort && history.length > 0 ? [`puts all of ${history.join(' ')} in order`] : []
  })

const indexesOf = (plan: Plan): string[] => nodesOf(plan).flatMap((node) => node['Index Name'] ?? [])

const list = (input: Record<string, unknown>) => async () => {
  const answer = await app.raw('listTransactions', input, { headers })
  expect(answer.status).toBe(200)
}
const invoices = (query: Record<string, string>) => async () => {
  const answer = await app.raw('listInvoices', query, { headers })
  expect(answer.status).toBe(200)
}
const requests = (query: Record<string, string>) => async () => {
  const answer = await app.raw('listRequests', query, { headers })
  expect(answer.status).toBe(200)
}
const get = (key: 'wallet' | 'limits') => async () => {
  expect((await app.raw(key, undefined, { headers })).status).toBe(200)
}

const reads: [string, string[], () => Promise<unknown>][] = [
  ['the balance', ['accounts_pkey'], get('wallet')],
  ['limits and usage', ['limit_buckets_pkey', 'limit_usage_pkey', 'movements_incoming'], get('limits')],
  [
    'a quote',
    ['limit_buckets_pkey', 'free_operations_pkey'],
    async () => app.raw('feeAmount', { amount: 1_00, opFee: 'zelle' }, { headers }),
  ],
  ['the first page', ['movements_newest', 'directory_owner', 'users_pkey'], list({})],
  [
    'a later page',
    ['movements_newest'],
    async () => {
      const { last } = (await app.call('listTransactions', { limit: 5 }, { headers })).data
      await list({ last })()
    },
  ],
  ['a page between days', ['movements_newest'], list({ fromDate: '2026-01-01', toDate: '2026-12-31' })],
  ['a page with one counterpart', ['movements_counterpart'], async () => list({ to: ben.userId })()],
  ['a search', ['movements_newest'], list({ search: 'nothing like it' })],
  ['a search for a name', ['movements_newest'], list({ to: 'nobody' })],
  ['a search among types', ['movements_newest'], list({ type: ['withdraw', 'reward'], search: '25' })],
  ['the people of most transfers', ['movements_newest'], async () => app.raw('frequents', undefined, { headers })],
  [
    'one transaction',
    ['movements_pkey'],
    async () => app.raw('getTransaction', { transactionId: `txn_${'0'.repeat(32)}` }, { headers }),
  ],
  [
    'several transactions',
    ['movements_pkey'],
    async () => app.raw('getTransactions', { transactionIds: [`txn_${'0'.repeat(32)}`] }, { headers }),
  ],
  ['a page of invoices', ['invoices_newest', 'directory_owner'], invoices({})],
  [
    'a later page of invoices',
    ['invoices_newest'],
    async () => {
      const { last } = (await app.call('listInvoices', { limit: '5' }, { headers })).data
      await invoices({ last: last ?? '' })()
    },
  ],
  [
    'the invoices between days',
    ['invoices_newest'],
    invoices({ fromDate: '2026-01-01', toDate: '2026-12-31', mode: 'sent' }),
  ],
  ['unpaid invoices', ['invoices_by_state'], invoices({ state: 'unpaid' })],
  [
    'one invoice',
    ['invoices_pkey'],
    async () => app.raw('getInvoice', { invoiceId: `inv_${'0'.repeat(32)}` }, { headers }),
  ],
  ['a page of requests', ['money_requests_newest'], requests({})],
  [
    'a later page of requests',
    ['money_requests_newest'],
    async () => {
      const { last } = (await app.call('listRequests', { limit: '5' }, { headers })).data
      await requests({ last: last ?? '' })()
    },
  ],
  ['the requests of one side', ['money_requests_of_side'], requests({ mode: 'sent' })],
  ['open requests', ['money_requests_by_state'], requests({ state: 'open' })],
  ['canceled requests', ['money_requests_by_state'], requests({ state: 'cancelled' })],
  [
    'expired requests, also those that nobody has written down yet',
    ['money_requests_by_state'],
    requests({ state: 'expired' }),
  ],
  [
    'who has paid a link',
    ['money_requests_pkey', 'request_payments_newest'],
    async () => {
      const { requestId } = (
        await app.call('createRequest', { amount: 1_00, currency: 'USD', note: 'work' }, { headers })
      ).data
      expect((await app.raw('listRequestPayments', { requestId }, { headers })).status).toBe(200)
    },
  ],
  [
    "the ledger's history",
    ['entries_pkey'],
    async () => app.services.ledger.history({ ownerId: ana.id, account: 'wallet' }, { limit: 20 }),
  ],
]

/** A cluster plans on its machines, and explains nothing with its parameters open. */
const testOnOne = test.skipIf(inject('testServers').some(({ isSpread }) => isSpread))

testOnOne.each(reads)('%s finds its rows by an index, however long the history is', async (_name, wanted, read) => {
  const texts = await sentDuring(read)
  const plans = await Promise.all(texts.map((text) => planOf(text, [])))
  const faults = plans.flatMap((plan, n) => faultsOf(plan).map((fault) => `${fault}: ${texts[n]}`))
  expect(faults).toEqual([])
  expect(plans.flatMap(indexesOf)).toEqual(expect.arrayContaining(wanted))
})

testOnOne('what a send reads in its batch is found by an index under the settings of its connection', async () => {
  const settings = ['seqscan', 'hashjoin', 'mergejoin'].map((name) => `set enable_${name} = off`)
  const texts = await sentDuring(async () => {
    const input = { toUser: ben.userId, amount: 5, currency: 'USD' } as const
    await app.call('sendInApp', input, { key: newId(), headers })
  })
  const growing = texts.filter((text) => /movements|limit_|free_operations|entries|idempotency|accounts/.test(text))
  const plans = await Promise.all(growing.map((text) => planOf(text, settings)))
  expect(plans.flatMap((plan, n) => faultsOf(plan).map((fault) => `${fault}: ${growing[n]}`))).toEqual([])
  expect(plans.flatMap(indexesOf)).toEqual(
    expect.arrayContaining(['limit_buckets_pkey', 'limit_usage_pkey', 'movements_incoming', 'free_operations_pkey']),
  )
})
