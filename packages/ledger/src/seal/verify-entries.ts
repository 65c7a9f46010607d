/**
 * Verifies the journal as a whole: its chain of seals, and that entries and batches agree. A chain cannot see entries that
 * were inserted beside it; comparing, per account, the entries with those that batches recorded can.
 */
import type { Pool } from 'pg'
import { run } from '../pg/sql.ts'
import type { QueryRunner, Statement } from '../pg/sql.ts'
import { longReadTransaction, UNLIMITED_MS } from '../pg/transaction.ts'
import type { AccountRef } from '../types.ts'
import { entrySeals } from './seal-entries.ts'
import { verifyChain } from './verify-chain.ts'
import type { Anchor, ChainReport, Tampering } from './verify-chain.ts'

const ACCOUNTS_NAMED = 100
const ENTRIES_NAMED = 20

const SPANS = `batches cross join lateral unnest(owner_ids, accounts, seqs_before, seqs_after)
  as span (owner_id, account, before, after)`

// A single statement, and so on one PostgreSQL a single snapshot of both sides while money keeps moving.
const differing: Statement = {
  name: 'ledger.differing_accounts',
  query_timeout: UNLIMITED_MS,
  text: `select owner_id, account from (
      select span.owner_id, span.account collate "C" as account, sum(after - before) as count, max(after) as last
      from ${SPANS} group by 1, 2
    ) as recorded full join (
      select owner_id, account, count(*) as count, max(seq) as last from entries group by 1, 2
    ) as found using (owner_id, account)
    where coalesce(recorded.count, 0) <> coalesce(found.count, 0) or coalesce(recorded.last, 0) <> coalesce(found.last, 0)
    limit ${ACCOUNTS_NAMED}`,
}

const spansOf = `(select before, after from ${SPANS}
  where owner_ids @> array[$1::uuid] and span.owner_id = $1 and span.account = $2)`

const unrecorded: Statement = {
  name: 'ledger.unrecorded_entries',
  query_timeout: UNLIMITED_MS,
  text: `with spans as materialized ${spansOf}
    select seq from entries where owner_id = $1 and account = $2
      and not exists (select from spans where seq > before and seq <= after)
    order by seq limit ${ENTRIES_NAMED}`,
}

const missing: Statement = {
  name: 'ledger.missing_entries',
  query_timeout: UNLIMITED_MS,
  text: `select seq from ${spansOf} as spans cross join lateral generate_series(before + 1, after) as recorded (seq)
    where not exists (select from entries where owner_id = $1 and account = $2 and entries.seq = recorded.seq)
    order by seq limit ${ENTRIES_NAMED}`,
}

const nameIn = async (db: QueryRunner, statement: Statement, { ownerId, account }: AccountRef): Promise<string[]> => {
  const { rows } = await run<{ seq: bigint }>(db, statement, [ownerId, account])
  return rows.map(({ seq }) => `entry ${ownerId}/${account}/${seq}`)
}

type Difference = Pick<Tampering, 'kind' | 'name'>

const differencesIn = async (db: QueryRunner, accounts: readonly AccountRef[]): Promise<Difference[]> => {
  const found: Difference[] = []
  for (const ref of accounts) {
    for (const name of await nameIn(db, unrecorded, ref)) found.push({ kind: 'inserted', name })
    for (const name of await nameIn(db, missing, ref)) found.push({ kind: 'deleted', name })
  }
  return found
}

/**
 * Machines of a cluster share no snapshot: an entry may be seen without its batch, or the other way round, while money keeps moving. Another
 * look finds both, and what is wrong as it was.
 */
const findDifferences = async (pool: Pool): Promise<Difference[]> => {
  const { accounts, seen } = await longReadTransaction(
    pool,
    async (client) => {
      const { rows } = await run<{ owner_id: string; account: string }>(client, differing, [])
      const refs = rows.map((row) => ({ ownerId: row.owner_id, account: row.account }))
      return { accounts: refs, seen: await differencesIn(client, refs) }
    },
    UNLIMITED_MS,
  )
  if (seen.length === 0) return []
  const again = await longReadTransaction(pool, (client) => differencesIn(client, accounts), UNLIMITED_MS)
  const names = new Set(again.map(({ name }) => name))
  return seen.filter(({ name }) => names.has(name))
}

/** Verifies the chain of entries, then looks for entries that no batch recorded and for recorded ones that are missing. */
export const verifyEntries = async (pool: Pool, anchors: Anchor[] = []): Promise<ChainReport> => {
  const source = entrySeals()
  const report = await verifyChain(pool, source, anchors)
  const named = new Set(report.tampering.map(({ name }) => name))
  const { chain } = source
  const more = (await findDifferences(pool)).filter(({ name }) => !named.has(name))
  return { ...report, tampering: [...report.tampering, ...more.map((one) => ({ chain, ...one, seal: null }))] }
}
