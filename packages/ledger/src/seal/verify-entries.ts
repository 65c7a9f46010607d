/**
 * The journal as a whole: its chain of seals, and the entries that no batch tells of. A chain cannot see what was put
 * behind it or beside it; counting per account what the batches wrote and what is there can.
 */
import type { Pool } from 'pg'
import { entrySeals } from './seal-entries.ts'
import { run } from '../pg/sql.ts'
import type { Queryable, Statement } from '../pg/sql.ts'
import { PATIENCE_MS, patient } from '../pg/transaction.ts'
import type { AccountRef } from '../types.ts'
import { verifyChain } from './verify-chain.ts'
import type { Anchor, ChainReport, Flaw } from './verify-chain.ts'

const ACCOUNTS_NAMED = 100
const ENTRIES_NAMED = 20

const SPANS = `batches cross join lateral unnest(owner_ids, accounts, seqs_before, seqs_after)
  as span (owner_id, account, before, after)`

// One statement, and so one view of both sides while money goes on moving.
const differing: Statement = {
  name: 'ledger.differing_accounts',
  query_timeout: PATIENCE_MS,
  text: `select owner_id, account from (
      select span.owner_id, span.account collate "C" as account, sum(after - before) as count, max(after) as last
      from ${SPANS} group by 1, 2
    ) as told full join (
      select owner_id, account, count(*) as count, max(seq) as last from entries group by 1, 2
    ) as found using (owner_id, account)
    where coalesce(told.count, 0) <> coalesce(found.count, 0) or coalesce(told.last, 0) <> coalesce(found.last, 0)
    limit ${ACCOUNTS_NAMED}`,
}

const spansOf = `(select before, after from ${SPANS}
  where owner_ids @> array[$1::uuid] and span.owner_id = $1 and span.account = $2)`

const untold: Statement = {
  name: 'ledger.untold_entries',
  query_timeout: PATIENCE_MS,
  text: `with spans as materialized ${spansOf}
    select seq from entries where owner_id = $1 and account = $2
      and not exists (select from spans where seq > before and seq <= after)
    order by seq limit ${ENTRIES_NAMED}`,
}

const missing: Statement = {
  name: 'ledger.missing_entries',
  query_timeout: PATIENCE_MS,
  text: `select seq from ${spansOf} as spans cross join lateral generate_series(before + 1, after) as told (seq)
    where not exists (select from entries where owner_id = $1 and account = $2 and entries.seq = told.seq)
    order by seq limit ${ENTRIES_NAMED}`,
}

const nameIn = async (db: Queryable, statement: Statement, { ownerId, account }: AccountRef): Promise<string[]> => {
  const { rows } = await run<{ seq: bigint }>(db, statement, [ownerId, account])
  return rows.map(({ seq }) => `entry ${ownerId}/${account}/${seq}`)
}

const findUnaccounted = (pool: Pool): Promise<Pick<Flaw, 'kind' | 'name'>[]> =>
  patient(pool, async (client) => {
    const { rows } = await run<{ owner_id: string; account: string }>(client, differing, [])
    const flaws: Pick<Flaw, 'kind' | 'name'>[] = []
    for (const row of rows) {
      const ref = { ownerId: row.owner_id, account: row.account }
      for (const name of await nameIn(client, untold, ref)) flaws.push({ kind: 'inserted', name })
      for (const name of await nameIn(client, missing, ref)) flaws.push({ kind: 'deleted', name })
    }
    return flaws
  })

/** Verifies the chain of the entries, then looks for entries that no batch tells of and for told ones that are gone. */
export const verifyEntries = async (pool: Pool, anchors: Anchor[] = []): Promise<ChainReport> => {
  const source = entrySeals()
  const report = await verifyChain(pool, source, anchors)
  const named = new Set(report.flaws.map(({ name }) => name))
  const { chain } = source
  const more = (await findUnaccounted(pool)).filter(({ name }) => !named.has(name))
  return { ...report, flaws: [...report.flaws, ...more.map((flaw) => ({ chain, ...flaw, seal: null }))] }
}
