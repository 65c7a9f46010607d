/**
 * `npm run bench reads --search`: two ways to find a part of a text in one person's rows, each with what it costs to write.
 * A trigram index finds it anywhere in the history; walking through the newest rows needs no index and stops at a bound.
 */
import type { Client } from 'pg'
import { median, percentile } from '../lib/figures.ts'
import { serverCpuMicroseconds } from '../lib/cpu.ts'
import { accountId } from '../lib/ids.ts'
import { table, tell } from '../lib/report.ts'
import type { World } from './world.ts'

/** What the product looks through at once. */
const REACH = 5_000
/** A batch of 64 sends, both sides. */
const BATCH = 128
const BATCHES = 150
const ROUNDS = 3

/** By the merchant's rows: everybody is "Person ... Number n" and pays fifty times. */
const needles = {
  'in every row': 'person',
  'in one of a hundred': 'number 77',
  'in one of ten thousand': 'number 7777',
  'in none': 'xyzzy plugh',
}

const ways = {
  walk: `select * from (select * from movements where owner_id = $1 order by created_at desc, movement_id desc limit ${REACH}) as newest
          where search_text like $2 order by created_at desc, movement_id desc limit 21`,
  trigrams: `select * from movements where owner_id = $1 and search_text like $2 order by created_at desc, movement_id desc limit 21`,
}

/** Copies of existing rows under new ids, a batch at a time, as sends of many people would write them. */
const insertOf = async (superuser: Client): Promise<string> => {
  const { rows } = await superuser.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = 'movements'::regclass and attnum > 0 and not attisdropped`,
  )
  const names = rows.map(({ name }) => name)
  const fresh: Record<string, string> = { movement_id: 'gen_random_uuid()', created_at: 'clock_timestamp()' }
  return `insert into movements (${names.join(', ')}) select ${names.map((name) => fresh[name] ?? name).join(', ')}
            from movements tablesample system (0.2) limit ${BATCH}`
}

const insertCost = async (superuser: Client, postmaster: number) => {
  const size = async () => {
    const { rows } = await superuser.query<{ lsn: string }>(`select pg_current_wal_lsn() - '0/0' as lsn`)
    return Number(rows[0]?.lsn ?? 0)
  }
  await superuser.query('checkpoint')
  const [cpu, wal] = [serverCpuMicroseconds(postmaster) ?? 0, await size()]
  const insert = await insertOf(superuser)
  let rows = 0
  for (let batch = 0; batch < BATCHES; batch += 1) rows += (await superuser.query(insert)).rowCount ?? 0
  // What an index puts off is part of its price.
  await superuser.query('vacuum (index_cleanup on) movements')
  return {
    cpuPerTransfer: ((serverCpuMicroseconds(postmaster) ?? 0) - cpu) / (rows / 2),
    walPerTransfer: ((await size()) - wal) / (rows / 2),
  }
}

const lookUp = async (superuser: Client, text: string, owner: string, needle: string) => {
  const took: number[] = []
  for (let n = 0; n < 15; n += 1) {
    const began = performance.now()
    await superuser.query(text, [owner, `%${needle.toLowerCase()}%`])
    took.push(performance.now() - began)
  }
  return { p50Ms: percentile(took, 0.5), worstMs: Math.max(...took) }
}

type Way = keyof typeof ways

const lookUps = async (superuser: Client, way: Way, world: World) => {
  const rows: { way: Way; who: string; needle: string; p50Ms: number; worstMs: number }[] = []
  for (const [who, n] of [
    ['500,000 rows', world.people],
    ['50 rows', 17],
  ] as const) {
    for (const [needle, text] of Object.entries(needles))
      rows.push({ way, who, needle, ...(await lookUp(superuser, ways[way], accountId(n), text)) })
  }
  return rows
}

/** Figures for both ways; decision 10 explains the product's choice. */
export const searchWays = async (superuser: Client, postmaster: number, world: World) => {
  const cost = async () => {
    const rounds = []
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await insertCost(superuser, postmaster))
    return {
      cpu: median(rounds.map((one) => one.cpuPerTransfer)),
      wal: median(rounds.map((one) => one.walPerTransfer)),
    }
  }
  const walk = { reads: await lookUps(superuser, 'walk', world), write: await cost() }
  const began = performance.now()
  await superuser.query('create extension pg_trgm')
  await superuser.query('create extension btree_gin')
  await superuser.query('create index movements_search on movements using gin (owner_id, search_text gin_trgm_ops)')
  const buildSeconds = (performance.now() - began) / 1000
  const { rows } = await superuser.query<{ index: string; table: string }>(
    `select pg_relation_size('movements_search') as index, pg_relation_size('movements') as table`,
  )
  await superuser.query('vacuum analyze movements')
  const trigrams = { reads: await lookUps(superuser, 'trigrams', world), write: await cost() }
  const sizes = { indexMb: Number(rows[0]?.index) / 2 ** 20, tableMb: Number(rows[0]?.table) / 2 ** 20, buildSeconds }
  tell(
    table(
      ['way', 'whose', 'text is', 'p50 ms', 'worst ms'],
      [...walk.reads, ...trigrams.reads].map(({ way, who, needle, p50Ms, worstMs }) => [
        way,
        who,
        needle,
        p50Ms.toFixed(1),
        worstMs.toFixed(1),
      ]),
    ),
  )
  for (const [way, { write }] of Object.entries({ walk, trigrams }))
    tell(
      `${way}: ${write.cpu.toFixed(0)} us of PostgreSQL CPU and ${write.wal.toFixed(0)} bytes of WAL to write both rows of a transfer`,
    )
  tell(
    `index ${sizes.indexMb.toFixed(0)} MB beside a table of ${sizes.tableMb.toFixed(0)} MB, built in ${buildSeconds.toFixed(0)} s`,
  )
  return { walk, trigrams, sizes, isReached: true }
}
