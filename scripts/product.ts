/** The whole product as one thing to start and stop: used by `npm start`, by the journeys and by the pictures. */
import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { startPostgres } from '@puente/postgres'
import {
  keepServerUrls,
  prepareDatabase,
  readClockOffset,
  sandboxSecrets,
  sandboxSecretsPath,
  SERVER_NODE_ARGS,
  startPort,
} from '@puente/server'
import { buildWeb } from './build-web.ts'
import { type Child, startChild, whenAnswering, whenReady } from './children.ts'
import { root } from './paths.ts'
import { claimState, requirePorts } from './run-file.ts'
import { type Demo, type DemoPerson, seedDemo } from './seed.ts'

export type Product = {
  url: string
  sandboxUrl: string
  stateDir: string
  demoPeople: DemoPerson[]
  demoPassword: string
  stop(): Promise<void>
}

export type ProductOptions = {
  say: (line: string) => void
  dev?: boolean
  /** Called as soon as there is something to stop, before everything is up. */
  onStarted?: (stop: () => Promise<void>) => void
  portBase?: number
  stateDir?: string
  /** Leave the demo world out; tests make their own people. */
  withoutDemo?: boolean
  env?: Record<string, string>
}

const READY_TIMEOUT_MS = 60_000
const STOP_GRACE_MS = 15_000

/** While developing, the screens come from Vite on the first port and the server listens behind it. */
const portsFrom = (base: number, dev: boolean) => ({
  web: base,
  api: dev ? base + 4 : base,
  internal: base + 2,
  sandbox: base + 10,
  mail: base + 11,
})

/** Stops in the order in which a request travels, so that nothing loses a part that it still needs. */
const inOrder = (steps: (() => Promise<void> | void)[]): (() => Promise<void>) => {
  let stopping: Promise<void> | undefined
  const stop = async () => {
    for (const step of steps.toReversed()) await step()
  }
  return () => (stopping ??= stop())
}

/** Starts everything; throws `AlreadyRunning`, `PortInUse`, `ConfigRefused` or what went wrong, after stopping what had been started. */
export const startProduct = async (options: ProductOptions): Promise<Product> => {
  const { say } = options
  const base = options.portBase ?? startPort(process.env)
  const stateDir = options.stateDir ?? resolve(root, process.env.PUENTE_STATE ?? '.puente')
  const ports = portsFrom(base, options.dev ?? false)
  const url = process.env.PUBLIC_URL ?? `http://localhost:${ports.web}`
  mkdirSync(stateDir, { recursive: true, mode: 0o700 })
  const steps: (() => Promise<void> | void)[] = []
  const stop = inOrder(steps)
  try {
    steps.push(claimState(stateDir, url))
    await requirePorts({
      'web and API': ports.web,
      API: ports.api,
      internal: ports.internal,
      sandbox: ports.sandbox,
      'sandbox mail': ports.mail,
    })
    options.onStarted?.(stop)
    const [webDir, database] = await Promise.all([
      options.dev ? undefined : screensFor(stateDir, say),
      startDatabase(stateDir, say, steps),
    ])
    const env = {
      PUENTE_PORT: String(base),
      PUENTE_STATE: stateDir,
      PUBLIC_URL: url,
      LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
      // `npm run clock` puts it forward.
      ...(process.env.NODE_ENV === 'production' ? {} : { TEST_CLOCK: '1' }),
      ...(webDir ? { WEB_DIR: webDir } : {}),
      ...database,
      ...options.env,
    }
    await startProcesses(env, stateDir, ports, options, steps)
    const people = options.withoutDemo
      ? ({ people: [], password: '' } satisfies Demo)
      : await seedDemo({ stateDir, env, say })
    return {
      url,
      sandboxUrl: `http://localhost:${ports.sandbox}`,
      stateDir,
      demoPeople: people.people,
      demoPassword: people.password,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The screens as they are now, in a copy: a build made meanwhile changes nothing under a running server. */
const screensFor = async (stateDir: string, say: (line: string) => void): Promise<string> => {
  const built = await buildWeb(say)
  const copy = join(stateDir, 'web')
  rmSync(copy, { recursive: true, force: true })
  cpSync(built, copy, { recursive: true })
  return copy
}

/** @returns where the server finds its database; nothing when the environment already says it, and nothing is started */
const startDatabase = async (
  stateDir: string,
  say: (line: string) => void,
  steps: (() => Promise<void> | void)[],
): Promise<Record<string, string>> => {
  if (process.env.DATABASE_URL || process.env.DATABASE_URL_FILE) return {}
  // The folder, or a pointer to it where the database may not live below the state folder.
  const isThere = ['postgres', 'postgres-location'].some((name) => existsSync(join(stateDir, name)))
  if (!isThere) say('Creating the database …')
  const cluster = await startPostgres({ stateDir })
  steps.push(() => cluster.stop())
  const { appUrl, jobsUrl } = await prepareDatabase({ superuserUrl: cluster.superuserUrl, stateDir })
  return keepServerUrls(stateDir, { appUrl, jobsUrl })
}

const startProcesses = async (
  env: Record<string, string>,
  stateDir: string,
  ports: ReturnType<typeof portsFrom>,
  options: ProductOptions,
  steps: (() => Promise<void> | void)[],
): Promise<void> => {
  sandboxSecrets(stateDir)
  let ending = false
  const onUnexpectedExit = (name: string, code: number | null) => {
    if (ending) return
    ending = true
    process.stderr.write(`The ${name} stopped unexpectedly (${code}). Stopping everything.\n`)
    process.kill(process.pid, 'SIGTERM')
  }
  const start = (
    name: string,
    file: string,
    more: Record<string, string>,
    nodeArgs: readonly string[] = [],
    args: string[] = [],
  ): Child => {
    const child = startChild(name, resolve(root, file), { env: { ...env, ...more }, nodeArgs, args, onUnexpectedExit })
    steps.push(() => child.stop(STOP_GRACE_MS))
    return child
  }
  const sandbox = start('sandbox', 'packages/sandbox/src/main.ts', {
    SANDBOX_PORT: String(ports.sandbox),
    SANDBOX_SMTP_PORT: String(ports.mail),
    SANDBOX_PUBLIC_URL: `http://localhost:${ports.sandbox}`,
    SANDBOX_TARGET_URL: `http://127.0.0.1:${ports.api}`,
    SANDBOX_APP_URL: env.PUBLIC_URL ?? '',
    SANDBOX_SECRETS: sandboxSecretsPath(stateDir),
    // The outside world starts in the time where the product's clock stands.
    SANDBOX_AHEAD_MS: String(env.TEST_CLOCK === '1' ? readClockOffset(stateDir) : 0),
    // The outside world has no business with our database.
    DATABASE_URL: '',
    JOBS_DATABASE_URL: '',
  })
  if (!options.dev) {
    const server = start('server', 'packages/server/src/main.ts', {}, SERVER_NODE_ARGS)
    await Promise.all([whenReady(sandbox, READY_TIMEOUT_MS), whenReady(server, READY_TIMEOUT_MS)])
    return
  }
  const ownPorts = {
    PUENTE_PORT: ports.api,
    INTERNAL_PORT: ports.internal,
    SANDBOX_PORT: ports.sandbox,
    SANDBOX_SMTP_PORT: ports.mail,
  }
  const settings = Object.fromEntries(Object.entries(ownPorts).map(([name, port]) => [name, String(port)]))
  start('server', 'packages/server/src/main.ts', settings, [...SERVER_NODE_ARGS, '--watch'])
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const args = [vite, join(root, 'packages/web'), '--port', String(ports.web), '--strictPort', '--host', 'localhost']
  start('screens', args[0] ?? vite, { PUENTE_API: `http://127.0.0.1:${ports.api}` }, [], args.slice(1))
  await Promise.all([
    whenReady(sandbox, READY_TIMEOUT_MS),
    whenAnswering(`http://127.0.0.1:${ports.api}/health`, READY_TIMEOUT_MS),
    whenAnswering(`http://localhost:${ports.web}/`, READY_TIMEOUT_MS),
  ])
}
