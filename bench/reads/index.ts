/**
 * `npm run bench reads`: what a person's screens read, over ten million entries of a hundred thousand accounts, a
 * million of them in one account. Every read is the product's own code, its answer is checked, and the ledger's check
 * runs over all of it.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createLedger, WALLET } from '@puente/ledger'
import { startScratchPostgres } from '@puente/postgres'
import { prepareDatabase } from '@puente/server'
import { createDatabase, listMovements, readIncoming, readUsage } from '@puente/server/testing'
import type { Database } from '@puente/server/testing'
import pg from 'pg'
import { accountId } from '../lib/ids.ts'
import { load, machineFacts, noise } from '../lib/machine.ts'
import { saveResults, tell } from '../lib/report.ts'
import { fillInvoices, invoiceReads } from './invoices.ts'
import { emptyRead, measureAll, type Read } from './measure.ts'
import { searchWays } from './search.ts'
import { entriesOf, fillWorld } from './world.ts'
import type { World } from './world.ts'

const WHOLE: World = { people: 100_000, rounds: 39, merchantRounds: 10 }
const QUICK: World = { people: 10_000, rounds: 39, merchantRounds: 10 }
/** A million rows of movements, half of them one person's. */
const SEARCH: World = { people: 10_000, rounds: 1, merchantRounds: 50 }

const settings = { shared_buffers: '512MB', max_wal_size: '8GB', checkpoint_timeout: '30min' }

const NO_FILTER = {
  counterpartId: null,
  name: null,
  types: null,
  underWay: null,
  search: null,
  searchTypes: null,
  searchStates: null,
  from: null,
  until: null,
}

/** The n-th of the people whom the reads visit: spread over all, so that most of them are not in the cache. */
const visited = ({ people }: World, n: number) => accountId((n * 7_919) % people)

const readsOf = (db: Database, world: World): Read[] => {
  const ledger = createLedger({ pool: db.pool })
  const merchant = accountId(world.people)
  const page = async (ownerId: string, filter: object = {}, limit = 20) =>
    (await listMovements(db, ownerId, { ...NO_FILTER, ...filter }, { after: null, limit })).movements.length === limit
  const usage = async (ownerId: string) => {
    const [used] = await Promise.all([readUsage(db.pool, [ownerId], new Date()), readIncoming(db.pool, [ownerId])])
    return (used.get(ownerId)?.get('outgoing')?.['30d']?.cents ?? 0n) > 0n
  }
  /** What limits would cost without sums: the answer that the buckets must give, too. */
  const plainSum = async () => {
    const { rows } = await db.pool.query<{ cents: bigint }>(
      `select sum(amount_cents)::bigint as cents from limit_usage
        where owner_id = $1 and given_back_at is null and at > $2`,
      [merchant, new Date(Date.now() - 30 * 86_400_000)],
    )
    const used = (await readUsage(db.pool, [merchant], new Date())).get(merchant)?.get('outgoing')
    return rows[0]?.cents === used?.['30d']?.cents
  }
  const deepest = async (n: number) => {
    const middle = { createdAt: new Date(Date.now() - (10 + (n % 10)) * 86_400_000), movementId: merchant }
    return (await listMovements(db, merchant, NO_FILTER, { after: middle, limit: 20 })).movements.length === 20
  }
  return [
    emptyRead(db),
    {
      name: 'balance',
      times: 2_000,
      bound: 1,
      read: async (n) => (await ledger.balance({ ownerId: visited(world, n), account: WALLET })).seq > 1n,
    },
    { name: 'page of 20', times: 2_000, bound: 10, read: (n) => page(visited(world, n)) },
    { name: 'page of 20, a million entries', times: 1_000, bound: 10, read: () => page(merchant) },
    { name: 'page of 20 in the middle of a million', times: 1_000, bound: 10, read: deepest },
    {
      name: 'page of 20 of ledger entries, a million',
      times: 1_000,
      bound: 10,
      read: async () => (await ledger.history({ ownerId: merchant, account: WALLET }, { limit: 20 })).length === 20,
    },
    {
      name: 'with one counterpart, a million',
      times: 500,
      bound: 10,
      read: (n) => page(merchant, { counterpartId: visited(world, n) }, 5),
    },
    { name: 'limits', times: 1_000, bound: 10, read: (n) => usage(visited(world, n)) },
    { name: 'limits, half a million operations in 30 days', times: 300, bound: 50, read: () => usage(merchant) },
    { name: 'the same by adding up every operation', times: 20, read: plainSum },
    {
      name: 'search, found at once, a million',
      times: 300,
      bound: 100,
      read: () => page(merchant, { search: 'person 5' }),
    },
    {
      name: 'search, found nowhere, a million',
      times: 100,
      bound: 100,
      read: async () => !(await page(merchant, { search: 'nobody wrote this' }, 1)),
    },
    {
      name: 'type that never occurs, a million',
      times: 100,
      bound: 100,
      read: async () => !(await page(merchant, { types: ['withdraw'] }, 1)),
    },
  ]
}

const checked = async (db: Database) => {
  const began = performance.now()
  const { ok, entries, violations } = await createLedger({ pool: db.pool }).check()
  if (!ok) throw new Error(`the ledger is not sound: ${JSON.stringify(violations.slice(0, 3))}`)
  return { entries: Number(entries), seconds: (performance.now() - began) / 1000 }
}

const benchWorld = async (db: Database, world: World) => {
  const found = await measureAll(readsOf(db, world))
  const check = await checked(db)
  tell(`full check of ${check.entries} entries: ${check.seconds.toFixed(1)} s`)
  return { found, check, isReached: found.every(({ isReached }) => isReached) && check.seconds < 60 }
}

const benchInvoices = async (db: Database) => {
  const found = await measureAll([emptyRead(db), ...invoiceReads(db)])
  return { found, isReached: found.every(({ isReached }) => isReached) }
}

const usageText = 'npm run bench -- reads [--quick] [--search | --invoices] [--out file.json]'

/** Prints what was found; true when every bound is kept. */
export const benchReads = async (args: string[]): Promise<boolean> => {
  const flag = { type: 'boolean', default: false } as const
  const { values } = parseArgs({
    args,
    options: { quick: flag, search: flag, invoices: flag, help: flag, out: { type: 'string' } },
  })
  if (values.help) throw new Error(usageText)
  const world = values.search ? SEARCH : values.quick ? QUICK : WHOLE
  const loadBefore = load()
  const stateDir = await mkdtemp(join(tmpdir(), 'puente-bench-reads-'))
  const cluster = await startScratchPostgres({ settings })
  try {
    const urls = await prepareDatabase({ superuserUrl: cluster.superuserUrl, stateDir })
    const inside = new URL(cluster.superuserUrl)
    inside.pathname = '/puente'
    const superuser = new pg.Client({ connectionString: inside.href })
    // A pending statement rejects; the event adds nothing.
    superuser.on('error', () => {})
    await superuser.connect()
    const { rows } = await superuser.query<{ version: string }>(`select current_setting('server_version') as version`)
    const machine = machineFacts(rows[0]?.version ?? 'unknown')
    const kind = values.invoices ? 'invoices' : values.search ? 'search' : 'reads'
    if (kind !== 'invoices')
      tell(`${entriesOf(world).toLocaleString('en-US')} entries over ${world.people.toLocaleString('en-US')} accounts`)
    await superuser.query('set synchronous_commit = off')
    await (kind === 'invoices' ? fillInvoices(superuser) : fillWorld(superuser, world, tell))
    const db = createDatabase({ url: urls.appUrl, log: { warn: () => {} } })
    try {
      const results = await {
        reads: () => benchWorld(db, world),
        search: () => searchWays(superuser, cluster.pid, world),
        invoices: () => benchInvoices(db),
      }[kind]()
      const note = noise(loadBefore)
      if (note) tell(note)
      tell(saveResults(kind, { machine, world, note, ...results }, values.out))
      return results.isReached
    } finally {
      await db.close()
      await superuser.end()
    }
  } finally {
    await cluster.remove()
    await rm(stateDir, { recursive: true, force: true })
  }
}
