import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLedger } from '@puente/ledger'
import { startScratchPostgres } from '@puente/postgres'
import { prepareDatabase } from '@puente/server'
import pg from 'pg'
import { entriesOf, fillWorld, type World } from '../../bench/reads/world.ts'
import { assert, assertNone, type Part } from '../frame/part.ts'

const SETTINGS = { shared_buffers: '512MB', max_wal_size: '8GB', checkpoint_timeout: '30min' }
const worldOf = (people: number): World => ({ people, rounds: 39, merchantRounds: 10 })
/** How many people the worlds of each extent have. */
const SIZES = { short: [200], timed: [1_000, 10_000], full: [1_000, 10_000, 103_000] }

/** What ten million entries may take, and so much less a smaller world. */
const ALLOWED_MS = 60_000

/** Where every account must stand, from the entries alone; shares nothing with the ledger's own check. */
const REBUILT = `
  create unlogged table rebuilt as
  select owner_id, account, sum(amount_cents)::bigint as balance_cents, count(*)::bigint as seq from entries group by 1, 2`

const DRIFTED = `
  select owner_id, account from accounts full join rebuilt using (owner_id, account)
   where accounts.balance_cents is distinct from rebuilt.balance_cents or accounts.seq is distinct from rebuilt.seq`

const took = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now()
  await work()
  return performance.now() - started
}

type Place = { owner_id: string; account: string }
const placeOf = ({ owner_id, account }: Place): string => `${owner_id}/${account}`

/** Recomputes all balances twice, by the check and by hand, and then sees whether a cent too much is noticed. */
const rebuild = async (admin: pg.Pool, entries: number): Promise<{ checkMs: number; sumMs: number }> => {
  const ledger = createLedger({ pool: admin })
  const checkMs = await took(async () => {
    const report = await ledger.check()
    assertNone(report.violations, 'T30: every invariant holds')
    assert(report.entries === BigInt(entries), 'all entries were read', { read: report.entries, entries })
  })
  const sumMs = await took(() => admin.query(REBUILT))
  assertNone((await admin.query<Place>(DRIFTED)).rows, 'T30: no account has drifted from the sum of its entries')

  const { rows: moved } = await admin.query<Place>(
    `update accounts set balance_cents = balance_cents + 1
      where (owner_id, account) in (select owner_id, account from accounts order by md5(owner_id::text) limit 3)
     returning owner_id, account`,
  )
  const planted = moved.map(placeOf).toSorted()
  const found = (await ledger.check()).violations.map(({ where }) => placeOf(where as Place)).toSorted()
  assert(found.join() === planted.join(), 'a cent that no entry tells of is named', { planted, found })
  await ledger.close()
  return { checkMs, sumMs }
}

/** One world of so many people, filled, recomputed and thrown away. */
const tryWorld = async (people: number, say: (line: string) => void) => {
  const world = worldOf(people)
  const entries = entriesOf(world)
  const cluster = await startScratchPostgres({ settings: SETTINGS })
  const stateDir = await mkdtemp(join(tmpdir(), 'puente-rebuild-'))
  const killAtExit = (): void => void process.kill(cluster.pid, 'SIGQUIT')
  process.once('exit', killAtExit)
  try {
    await prepareDatabase({ superuserUrl: cluster.superuserUrl, stateDir })
    const url = new URL(cluster.superuserUrl)
    url.pathname = '/puente'
    const admin = new pg.Pool({ connectionString: url.href, max: 2 })
    try {
      const client = await admin.connect()
      await fillWorld(client as unknown as pg.Client, world, say, { ledgerOnly: true })
      client.release(true)
      const figures = await rebuild(admin, entries)
      const allowedMs = Math.max(5_000, ALLOWED_MS * (entries / 10_000_000))
      assert(figures.checkMs < allowedMs, 'T30: ten million entries are recomputed within a minute', {
        entries,
        figures,
      })
      return { entries, ...figures }
    } finally {
      await admin.end()
    }
  } finally {
    process.off('exit', killAtExit)
    await rm(stateDir, { recursive: true, force: true })
    await cluster.remove()
  }
}

export const rebuilding: Part = {
  name: 'rebuild',
  about:
    'T30: balances recomputed from all entries of ever larger ledgers, ten million at last: no drift, within a minute',
  covers: 'product',
  needs: [],
  units: { of: 'entries', short: 20_000, full: 11_000_000 },
  share: 2,
  run: async ({ goesOn, say, extent }) => {
    let [done, largest, checkMs, sumMs] = [0, 0, 0, 0]
    for (const people of SIZES[extent]) {
      if (!goesOn(done)) break
      const seen = await tryWorld(people, say)
      done += seen.entries
      ;({ entries: largest, checkMs, sumMs } = seen)
    }
    goesOn(done)
    const seconds = (ms: number): number => Math.round(ms / 100) / 10
    return { 'largest ledger': largest, 'check of it s': seconds(checkMs), 'sums of it s': seconds(sumMs) }
  },
}
