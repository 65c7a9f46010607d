/** The product for the journeys: fresh state, no demo people, budgets wide enough for many visitors from one address. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProduct } from './product.ts'

const stateDir = mkdtempSync(join(tmpdir(), 'puente-journeys-'))
const product = await startProduct({
  say: (line) => process.stdout.write(`${line}\n`),
  portBase: Number(process.env.PUENTE_PORT ?? 4300),
  stateDir,
  withoutDemo: true,
  env: { THROTTLE_FACTOR: '1000', LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn' },
})
process.stdout.write(`ready at ${product.url}\n`)

const end = async (): Promise<void> => {
  await product.stop()
  rmSync(stateDir, { recursive: true, force: true })
  process.exit(0)
}
process.on('SIGINT', () => void end())
process.on('SIGTERM', () => void end())
