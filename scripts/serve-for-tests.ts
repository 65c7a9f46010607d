/**
 * The product for the journeys: fresh state, no demo people, budgets wide enough for many visitors from one address, and no rewards,
 * which would come into balances while journeys look at them. With `CITUS_URL`, a superuser's of a
 * coordinator, their database is made on that cluster, spread over its machines, and dropped at the end.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dropDatabaseOnCluster } from '@puente/ledger'
import { prepareDatabase } from '@puente/server'
import { Client } from 'pg'
import { root } from './paths.ts'
import { startProduct } from './product.ts'

const stateDir = mkdtempSync(join(tmpdir(), 'puente-journeys-'))
const clusterUrl = process.env.CITUS_URL
const database = `journeys_${process.pid}`
if (clusterUrl !== undefined) {
  const { appUrl, jobsUrl } = await prepareDatabase({ superuserUrl: clusterUrl, stateDir, database })
  const url = new URL(clusterUrl)
  url.pathname = `/${database}`
  // In few pieces, since little is written.
  url.searchParams.set('options', '-c citus.shard_count=4')
  execFileSync(process.execPath, [join(root, 'packages/server/src/commands/distribute.ts')], {
    env: { ...process.env, CITUS_URL: url.href },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  Object.assign(process.env, { DATABASE_URL: appUrl, JOBS_DATABASE_URL: jobsUrl })
}
const product = await startProduct({
  say: (line) => process.stdout.write(`${line}\n`),
  portBase: Number(process.env.PUENTE_PORT ?? 4300),
  stateDir,
  withoutDemo: true,
  env: { THROTTLE_FACTOR: '1000', LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn' },
})
const { consoleUrl } = JSON.parse(readFileSync(join(stateDir, 'secrets', 'operator-urls.json'), 'utf8')) as {
  consoleUrl: string
}
const operator = new Client({ connectionString: consoleUrl })
await operator.connect()
// Read and written apart: a cluster locks what a statement writes from itself, which takes a right to change rows.
const {
  rows: [programme],
} = await operator.query<Record<string, unknown>>('select * from reward_programme order by valid_from desc limit 1')
const off = { ...programme, valid_from: new Date(), is_on: false }
await operator.query(
  `insert into reward_programme (${Object.keys(off).join()}) values (${Object.keys(off)
    .map((_, index) => `$${index + 1}`)
    .join()})`,
  Object.values(off),
)
await operator.end()
process.stdout.write(`ready at ${product.url}\n`)

const end = async (): Promise<void> => {
  await product.stop()
  if (clusterUrl !== undefined) await dropDatabaseOnCluster(clusterUrl, database)
  rmSync(stateDir, { recursive: true, force: true })
  process.exit(0)
}
process.on('SIGINT', () => void end())
process.on('SIGTERM', () => void end())
