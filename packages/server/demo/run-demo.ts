/** The demo world as a command: once per state, never in production. */
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseConfig } from '#platform/config.ts'
import { ConfigRefused } from '#platform/config-refused.ts'
import type { Environment } from '#platform/given-setting.ts'
import { createLog } from '#platform/log.ts'
import { closeInOrder } from '#platform/shutdown.ts'
import { compose } from '../src/compose.ts'
import { DEMO_PASSWORD, memberOf, ROLES } from './cast.ts'
import { demoClock } from './demo-clock.ts'
import { makeWorld } from './make-world.ts'

/** What the start script shows: everybody has the same password. */
export type DemoFile = { password: string; people: { email: string; about: string }[] }

const refusal = () =>
  new ConfigRefused('NODE_ENV', 'the demo world has accounts with a known password and is never made in production')

/** Complete or not there at all: the file says that the world is finished. */
const writeDemoFile = (path: string): void => {
  const people = ROLES.map(memberOf).map(({ email, about }) => ({ email, about }))
  const file: DemoFile = { password: DEMO_PASSWORD, people }
  const draft = `${path}.draft`
  rmSync(draft, { force: true })
  writeFileSync(draft, `${JSON.stringify(file, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
  renameSync(draft, path)
}

/**
 * Makes the demo world unless `<state>/demo.json` says that it is made, and writes that file. Throws `ConfigRefused` in
 * production. A run that was cut off is gone on with by the next.
 */
export const runDemo = async (env: Environment): Promise<void> => {
  if (env.NODE_ENV === 'production') throw refusal()
  const config = parseConfig(env)
  if (config.production) throw refusal()
  const path = join(config.stateDir, 'demo.json')
  if (existsSync(path)) return
  const log = createLog({ level: env.LOG_LEVEL === undefined ? 'warn' : config.logLevel })
  const clock = demoClock()
  const { services, closing } = compose(config, { log, clock })
  try {
    await makeWorld(services, clock)
  } finally {
    await closeInOrder(closing, log)
  }
  writeDemoFile(path)
}
