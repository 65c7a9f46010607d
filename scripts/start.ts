/**
 * Brings up the whole product from a fresh clone: database, migrations, outside world, server, screens, and on a new
 * state the demo world; prints where to look, and stops everything in order.
 */
import { parseArgs } from 'node:util'
import { ConfigRefused } from '@puente/server'
import { startProduct } from './product.ts'
import { AlreadyRunning, PortInUse } from './run-file.ts'

const { values } = parseArgs({ options: { dev: { type: 'boolean', default: false } } })
const say = (line: string): void => void process.stdout.write(`${line}\n`)

const stopOnSignal = (stop: () => Promise<void>): void => {
  let stopping: Promise<void> | undefined
  const end = () => {
    stopping ??= stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`Stopping failed: ${error instanceof Error ? error.message : String(error)}\n`)
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
  process.on('SIGHUP', end)
}

try {
  const product = await startProduct({ say, dev: values.dev, onStarted: stopOnSignal })
  say('')
  say(`  Puente     ${product.url}`)
  say(`  Sandbox    ${product.sandboxUrl}   (email and text inbox, card page, identity checks)`)
  say(`  State      ${product.stateDir}`)
  if (product.demoPeople.length > 0) {
    say('')
    say(`  Log in as one of the demo people with the password ${product.demoPassword}:`)
    for (const { email, about } of product.demoPeople) say(`    ${email.padEnd(28)} ${about}`)
  }
  say('')
  say('  Press Ctrl-C to stop.')
} catch (error) {
  if (error instanceof AlreadyRunning) {
    say(`Puente is already running at ${error.url} (process ${error.pid}).`)
    process.exit(0)
  }
  if (error instanceof PortInUse) {
    process.stderr.write(
      `Port ${error.port} (${error.use}) is used by another program. Stop that program, or choose other ports with PUENTE_PORT.\n`,
    )
    process.exit(1)
  }
  if (error instanceof ConfigRefused) {
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
  process.stderr.write(
    `Puente could not start.\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  )
  process.exit(1)
}
