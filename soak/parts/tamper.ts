import { createLedger } from '@puente/ledger'
import { ACCOUNTS, AUDIT_LOG, BATCHES, ENTRIES, sealsOf, tamper, TERMS } from '@puente/ledger/testing'
import { verifySeals } from '@puente/server'
import type { Pool } from 'pg'
import { setTimeout as sleep } from 'node:timers/promises'
import { assert, assertNone, type Part } from '../frame/part.ts'
import { startDriver } from '../support/driver.ts'
import { inProductWorld, type ProductWorld } from '../support/product-world.ts'

const SENDS = 60
const WITHIN_MS = 60_000

/** Every chain: where its rows lie and where its seals. */
const CHAINS = {
  audit: { rows: 'audit_log', seals: 'audit_seals' },
  entries: { rows: 'batches', seals: 'entry_seals' },
  accounts: { rows: 'account_terms', seals: 'account_seals' },
} as const

const APPEND_ONLY = ['entries', ...Object.values(CHAINS).flatMap(({ rows, seals }) => [rows, seals])]
const TARGETS = [
  ENTRIES,
  ACCOUNTS,
  TERMS,
  BATCHES,
  AUDIT_LOG,
  ...Object.values(CHAINS).map(({ seals }) => sealsOf(seals)),
]

const FORBIDDEN = '42501'

/** The code that the product's role is refused with, or null when it was let. */
const refusalOf = async (admin: Pool, statement: string): Promise<string | null> => {
  const client = await admin.connect()
  try {
    await client.query('begin')
    await client.query('set local role app')
    await client.query(statement)
    return null
  } catch (error) {
    return (error as { code?: string }).code ?? 'unknown'
  } finally {
    await client.query('rollback')
    client.release()
  }
}

/** Tries every column of every table that is only ever added to. Answers how many statements were refused. */
const tryAsProduct = async (admin: Pool): Promise<number> => {
  const { rows } = await admin.query<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns
      where table_schema = 'public' and table_name = any($1)`,
    [APPEND_ONLY],
  )
  const statements = [
    ...rows.map(({ table, column }) => `update ${table} set ${column} = ${column}`),
    ...APPEND_ONLY.flatMap((table) => [`delete from ${table}`, `truncate ${table}`, `drop table ${table}`]),
  ]
  for (const statement of statements) {
    const code = await refusalOf(admin, statement)
    assert(code === FORBIDDEN, 'P16: the product has no right to change what is only added to', { statement, code })
  }
  return statements.length
}

/** Makes some traffic, and returns when all of it is sealed and no client is at work. */
const makeHistory = async ({ servers, people, admin }: ProductWorld, random: Parameters<Part['run']>[0]['random']) => {
  const driver = startDriver({ urls: () => servers.map(({ url }) => url), people, clients: 4, random })
  while (driver.acks() < SENDS) await driver.nextAck(WITHIN_MS)
  await driver.finish()
  for (const { rows, seals } of Object.values(CHAINS)) {
    const text = `select (select max(transaction_number) from ${rows}) <= (select max(last) from ${seals}) as "isSealed"`
    for (const started = Date.now(); ; await sleep(200)) {
      if ((await admin.query<{ isSealed: boolean | null }>(text)).rows[0]?.isSealed) break
      assert(Date.now() - started < WITHIN_MS, 'what was written is sealed soon', { rows })
    }
  }
  await Promise.all(servers.map((server) => server.stop()))
}

const headOf = async (admin: Pool, table: string): Promise<{ n: bigint; hash: string }[]> => {
  const text = `select n::text, encode(hash, 'hex') as hash from ${table} order by n desc limit 1`
  const { rows } = await admin.query<{ n: string; hash: string }>(text)
  return rows.map(({ n, hash }) => ({ n: BigInt(n), hash }))
}

export const tampering: Part = {
  name: 'tamper',
  about:
    'T28: random changes as superuser to entries, accounts and their terms, batches, audit and seals: each is found and named',
  covers: 'product',
  needs: [],
  units: { of: 'changes', short: 10, full: 1_000 },
  share: 2,
  run: ({ random, goesOn }) =>
    inProductWorld({ servers: 1, people: 4 }, async (world) => {
      const { admin } = world
      await makeHistory(world, random)
      const refused = await tryAsProduct(admin)
      const ledger = createLedger({ pool: admin })
      // What the log has kept: without it the end of a chain could be cut off unseen.
      const anchors = {
        audit: await headOf(admin, CHAINS.audit.seals),
        entries: await headOf(admin, CHAINS.entries.seals),
        accounts: await headOf(admin, CHAINS.accounts.seals),
      }
      const found = async (): Promise<string[]> => {
        const tampering = (await verifySeals(admin, anchors)).flatMap((chain) => chain.tampering)
        const { violations } = await ledger.check()
        return [
          ...tampering.map(({ name }) => name),
          ...violations.map(({ where }) => Object.values(where as object).join('/')),
        ]
      }
      assertNone(await found(), 'nothing is found where nothing was changed')
      const kinds = new Set<string>()
      for (let done = 0; goesOn(done); done += 1) {
        const { what, name, undo } = await tamper(admin, TARGETS, () => random.int(0, 999_999) / 1_000_000)
        const names = await found()
        const isNamed = names.some((one) => new RegExp(`${name}(?!\\w)`).test(one))
        assert(isNamed, 'T28: what was changed is found and named', { what, name, names: names.slice(0, 10) })
        await undo()
        kinds.add(what)
      }
      assertNone(await found(), 'nothing is found once all is as it was')
      await ledger.close()
      return { 'kinds of change': kinds.size, 'statements refused to the product': refused }
    }),
}
