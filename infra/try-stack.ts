/**
 * What compose.yaml describes, run as plain processes in a network of their own: `node infra/try-stack.ts`, as root, with Debian's haproxy,
 * etcd-server, patroni and postgresql. Secrets, addresses over TLS, Patroni's settings, the proxy's and the servers' are those of the files
 * here; only paths and names are changed. Under load each server is asked to end once, which must cost no call; then the primary is
 * killed, and the stack must come back. Not tried: containers, their networks and limits, and PostgreSQL 18 (Debian's is older).
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:https'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parse } from 'yaml'
import { root } from '../scripts/paths.ts'

const HOSTS: Record<string, string> = {
  'postgres-1': '127.0.1.1',
  'postgres-2': '127.0.1.2',
  'postgres-3': '127.0.1.3',
  'etcd-1': '127.0.2.1',
  'etcd-2': '127.0.2.2',
  'etcd-3': '127.0.2.3',
  'server-1': '127.0.3.1',
  'server-2': '127.0.3.2',
  localhost: '127.0.0.1',
}
const POSTGRES_ACCOUNT = 999
const PATIENCE_MS = 240_000
const CLIENTS = 8
const PAGES = ['index.html', 'first/en.html', 'first/es.html', 'first/ko.html', 'developers/index.html']

const say = (line: string): void => void process.stdout.write(`${line}\n`)
const read = (path: string): string => readFileSync(join(root, 'infra', path), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'puente-stack-'))
const secrets = join(folder, 'secrets')
const compose = parse(read('compose.yaml'), { merge: true }) as {
  services: Record<string, { environment: Record<string, string> }>
}
const children = new Map<string, ChildProcess>()

/** Starts a program under the name of its service; what it says is kept in a file. */
const start = (
  name: string,
  command: readonly string[],
  env: Record<string, string>,
  account?: number,
): ChildProcess => {
  const [program = '', ...args] =
    account === undefined
      ? command
      : ['setpriv', `--reuid=${account}`, `--regid=${account}`, '--clear-groups', ...command]
  const path = `${dirname(process.execPath)}:/usr/sbin:/usr/bin:/bin`
  const child = spawn('sh', ['-c', `exec "$0" "$@" >> ${join(folder, name)}.log 2>&1`, program, ...args], {
    env: { PATH: path, HOME: folder, ...env },
    detached: true,
    stdio: 'ignore',
  })
  children.set(name, child)
  return child
}
const logOf = (name: string): string => readFileSync(join(folder, `${name}.log`), 'utf8').slice(-1_500)
const mustEnd = async (name: string, child: ChildProcess): Promise<void> => {
  const [code] = child.exitCode === null ? ((await once(child, 'exit')) as [number | null]) : [child.exitCode]
  children.delete(name)
  if (code !== 0) throw new Error(`${name} ended with ${code}\n${logOf(name)}`)
}

const until = async (what: string, holds: () => Promise<boolean>): Promise<void> => {
  const begun = performance.now()
  while (!(await holds().catch(() => false))) {
    if (performance.now() - begun > PATIENCE_MS) throw new Error(`${what}: not within ${PATIENCE_MS / 1_000} s`)
    await sleep(250)
  }
  say(`${what}: after ${((performance.now() - begun) / 1_000).toFixed(1)} s`)
}
const answers = async (url: string): Promise<boolean> => (await fetch(url, { signal: AbortSignal.timeout(3_000) })).ok

const startEtcd = (name: string): void => {
  const data = join(folder, name)
  mkdirSync(data)
  const here = HOSTS[name] ?? ''
  const env = Object.entries(compose.services[name]?.environment ?? {}).map(([key, value]) => {
    const named = value.replaceAll('0.0.0.0', here).replace('/var/lib/puente-etcd', data)
    // It listens at addresses, not at names.
    return [key, named] as const
  })
  start(name, ['etcd'], Object.fromEntries(env))
}

const startPatroni = (name: string): void => {
  const data = join(folder, name)
  mkdirSync(data, { recursive: true })
  const bin = globSync('/usr/lib/postgresql/*/bin').toSorted().at(-1) ?? ''
  const isOld = !bin.includes('/18/')
  const file = join(data, 'patroni.yml')
  const changed = read('postgres/patroni.yml')
    .replaceAll(/ \/tmp(\/pgpass)?$/gm, ` ${data}$1`)
    .replaceAll('/run/secrets/', join(secrets, 'postgres', name, '/'))
    .replaceAll('0.0.0.0:', `${HOSTS[name]}:`)
    .replace("'*:5432'", `${HOSTS[name]}:5432`)
    .replaceAll('/var/lib/puente-postgres', data)
    .replace(/bin_dir: .*/, `bin_dir: ${bin}`)
    .replace(/ {4}- locale-provider.*\n.*builtin-locale.*\n/, (lines) => (isOld ? '' : lines))
  writeFileSync(file, changed)
  execFileSync('chown', ['-R', String(POSTGRES_ACCOUNT), data])
  const env = { PATRONI_NAME: name, SECRETS_DIR: join(secrets, 'postgres', name), PGPASSFILE: join(data, 'pgpass') }
  start(name, ['sh', join(root, 'infra/postgres/start.sh'), file], env, POSTGRES_ACCOUNT)
}

type Member = { name: string; role: string; state: string }
const membersFrom = async (name: string): Promise<Member[]> => {
  const response = await fetch(`http://${HOSTS[name]}:8008/cluster`, { signal: AbortSignal.timeout(3_000) })
  return ((await response.json()) as { members: Member[] }).members
}

const serverCommand = (file: string, ...args: string[]): string[] => [
  'node',
  join(root, 'packages/server/src', file),
  ...args,
]
const serverEnv = (name: string): Record<string, string> => {
  const given = Object.entries(compose.services['server-1']?.environment ?? {}).filter(
    ([key]) => !/^(STRIPE|INCREASE|TWILIO|ONFIDO|SMTP)_/.test(key),
  )
  return {
    ...Object.fromEntries(
      given.map(([key, value]) => [
        key,
        String(value)
          .replace('/run/secrets/ca.crt', join(secrets, 'ca.crt'))
          .replace('/run/secrets/', join(secrets, 'roles/')),
      ]),
    ),
    NODE_ENV: 'production',
    PUENTE_STATE: join(folder, 'state'),
    WEB_DIR: join(folder, 'web'),
    BLOB_DIR: join(folder, 'files'),
    WEB_HOST: HOSTS[name] ?? '',
    INTERNAL_HOST: HOSTS[name] ?? '',
    TRUSTED_PROXIES: '127.0.0.1',
    PUBLIC_URL: 'https://localhost:8443',
    CARD_PROVIDER: 'off',
    ACH_PROVIDER: 'off',
    KYC_PROVIDER: 'operator',
    SMS_PROVIDER: 'off',
    SMTP_URL: 'smtps://mail.example',
    MAIL_FROM: 'Puente <hello@puente.example>',
  }
}
const startServer = (name: string): ChildProcess =>
  start(name, ['node', '--max-semi-space-size=64', join(root, 'packages/server/src/main.ts')], serverEnv(name))
const isServerReady = (name: string) => () => answers(`http://${HOSTS[name]}:3002/ready`)

/** Calls through the proxy, over kept connections, until it is stopped; answers how many were answered and which were not. */
const startLoad = () => {
  const ca = readFileSync(join(secrets, 'tls.pem'), 'utf8')
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS, ca, servername: 'localhost' })
  const failed: string[] = []
  const byStatus: Record<number, number> = {}
  let goesOn = true
  const one = (path: string) =>
    new Promise<void>((resolve) => {
      const asking = request(
        { host: '127.0.0.1', port: 8443, path, agent, timeout: 20_000, headers: { host: 'localhost:8443' } },
        (answer) => {
          const status = answer.statusCode ?? 0
          byStatus[status] = (byStatus[status] ?? 0) + 1
          if (status >= 500) failed.push(`${path}: ${status}`)
          answer.resume()
          answer.on('end', resolve)
          answer.on('error', () => (failed.push(`${path}: cut off`), resolve()))
        },
      )
      asking.on('error', (error) => (failed.push(`${path}: ${error.message}`), resolve()))
      asking.end()
    })
  const client = async (): Promise<void> => {
    for (let n = 0; goesOn; n += 1) {
      await one(n % 4 === 0 ? '/api/content/config' : n % 2 === 0 ? '/sign-in' : '/health')
      await sleep(10)
    }
  }
  const all = Array.from({ length: CLIENTS }, client)
  return {
    failed,
    byStatus,
    stop: async () => {
      goesOn = false
      await Promise.all(all)
      agent.destroy()
    },
  }
}

const prepare = async (): Promise<void> => {
  execFileSync('chmod', ['0755', folder])
  execFileSync('sh', [join(root, 'infra/make-secrets.sh'), secrets], { stdio: 'ignore' })
  for (const page of PAGES) {
    mkdirSync(dirname(join(folder, 'web', page)), { recursive: true })
    writeFileSync(join(folder, 'web', page), page)
  }
  writeFileSync(join(folder, 'web/screens.json'), '["/sign-in"]')
  for (const name of ['etcd-1', 'etcd-2', 'etcd-3']) startEtcd(name)
  for (const name of ['postgres-1', 'postgres-2', 'postgres-3']) startPatroni(name)
  await until('a leader with a synchronous standby', async () =>
    (await membersFrom('postgres-1')).some(
      ({ role, state }) => role === 'sync_standby' && /running|streaming/.test(state),
    ),
  )
  // `roles` and `keys` each write to the folder that compose.yaml mounts for them.
  mkdirSync(join(folder, 'state'))
  execFileSync('ln', ['-s', join(secrets, 'roles'), join(folder, 'state/secrets')])
  const env = { PUENTE_STATE: join(folder, 'state'), NODE_EXTRA_CA_CERTS: join(secrets, 'ca.crt') }
  await mustEnd(
    'prepare',
    start('prepare', serverCommand('commands/roles.ts'), {
      ...env,
      SUPERUSER_DATABASE_URL_FILE: join(secrets, 'superuser-database-url'),
    }),
  )
  await mustEnd(
    'migrate',
    start('migrate', serverCommand('commands/migrate.ts'), {
      ...env,
      MIGRATOR_DATABASE_URL_FILE: join(secrets, 'roles/migrator-database-url'),
    }),
  )
  execFileSync('ln', ['-sfn', join(secrets, 'keys'), join(folder, 'state/secrets')])
  await mustEnd('keys', start('keys', serverCommand('commands/keys.ts', 'create'), env))
  for (const name of ['server-1', 'server-2']) startServer(name)
  const config = join(folder, 'haproxy.cfg')
  writeFileSync(config, read('proxy/haproxy.cfg').replaceAll('/run/secrets/', `${secrets}/`))
  start('proxy', ['haproxy', '-f', config], {})
  for (const name of ['server-1', 'server-2']) await until(`${name} is ready`, isServerReady(name))
}

const tryDrains = async (): Promise<void> => {
  await sleep(3_000) // the proxy has looked
  const load = startLoad()
  for (const name of ['server-1', 'server-2']) {
    await sleep(2_000)
    const child = children.get(name)
    const begun = performance.now()
    child?.kill('SIGTERM')
    if (child) await mustEnd(name, child)
    say(`${name} drained and closed in ${((performance.now() - begun) / 1_000).toFixed(1)} s`)
    startServer(name)
    await until(`${name} is ready again`, isServerReady(name))
    await sleep(3_000)
  }
  await load.stop()
  say(`calls by status: ${JSON.stringify(load.byStatus)}; failed: ${load.failed.length}`)
  if (load.failed.length > 0)
    throw new Error(`failed while servers were replaced: ${load.failed.slice(0, 5).join(', ')}`)
}

const tryFailover = async (): Promise<void> => {
  const leader = (await membersFrom('postgres-2')).find(({ role }) => role === 'leader')?.name ?? ''
  const other = leader === 'postgres-2' ? 'postgres-3' : 'postgres-2'
  const child = children.get(leader)
  if (!child?.pid) throw new Error('no leader')
  for (const pid of [
    child.pid,
    Number(readFileSync(join(folder, leader, 'data/postmaster.pid'), 'utf8').split('\n')[0]),
  ])
    process.kill(pid, 'SIGKILL')
  children.delete(leader)
  say(`${leader}, the primary, is killed`)
  await until('another one leads', async () =>
    (await membersFrom(other)).some(({ name, role }) => role === 'leader' && name !== leader),
  )
  for (const name of ['server-1', 'server-2']) await until(`${name} is ready`, isServerReady(name))
  startPatroni(leader)
  await until('the old one follows', async () =>
    (await membersFrom(other)).some(({ name, state }) => name === leader && /running|streaming/.test(state)),
  )
}

const inside = async (): Promise<void> => {
  execFileSync('ip', ['link', 'set', 'lo', 'up'])
  writeFileSync(
    join(folder, 'hosts'),
    Object.entries(HOSTS)
      .map(([name, address]) => `${address} ${name}\n`)
      .join(''),
  )
  execFileSync('mount', ['--bind', join(folder, 'hosts'), '/etc/hosts'])
  try {
    await prepare()
    await tryDrains()
    await tryFailover()
    say('the stack does what it should')
  } catch (error) {
    for (const name of children.keys()) say(`--- ${name}\n${logOf(name)}`)
    throw error
  } finally {
    for (const { pid } of [...children.values()].toReversed()) {
      try {
        if (pid !== undefined) process.kill(-pid, 'SIGKILL')
      } catch {
        // It has ended.
      }
    }
  }
}

if (process.argv[2] === 'inside') {
  await inside()
} else {
  // A network and mounts of its own; a process group of its own, which ends with it.
  const child = spawn(
    'unshare',
    ['-m', '-n', '-p', '-f', '--mount-proc', '--kill-child', process.execPath, import.meta.filename, 'inside'],
    { stdio: 'inherit' },
  )
  const [code] = (await once(child, 'exit')) as [number | null]
  process.exitCode = code ?? 1
}
rmSync(folder, { recursive: true, force: true })
