/**
 * The product for the journeys: fresh state, no demo people, budgets wide enough for many visitors from one address, and no rewards,
 * which would come into balances while journeys look at them.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { startProduct } from './product.ts'

const stateDir = mkdtempSync(join(tmpdir(), 'puente-journeys-'))
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
await operator.query(`
  insert into reward_programme (valid_from, is_on, budget_cents, floor_cents, person_cap_cents, friends_cap, friend_floor_cents, return_days)
  select now(), false, budget_cents, floor_cents, person_cap_cents, friends_cap, friend_floor_cents, return_days
    from reward_programme order by valid_from desc limit 1`)
await operator.end()
process.stdout.write(`ready at ${product.url}\n`)

const end = async (): Promise<void> => {
  await product.stop()
  rmSync(stateDir, { recursive: true, force: true })
  process.exit(0)
}
process.on('SIGINT', () => void end())
process.on('SIGTERM', () => void end())
