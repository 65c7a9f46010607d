/**
 * Several PostgreSQL servers that Patroni runs, on loopback: etcd says who may write, and Patroni alone notices a loss, promotes
 * and takes the old primary back. One etcd node is enough here, where nothing happens to it; a real one has three. The
 * programs are Debian's, since Patroni needs `pg_rewind` and `pg_controldata`, which the product's own PostgreSQL leaves out.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findPgRewind, findProgram } from '../frame/needs.ts'
import { assert } from '../frame/part.ts'
import { freePorts } from './ports.ts'
import { postmasterOf, treeOf } from './process-tree.ts'
import { killQuietly } from './signals.ts'

/** The shortest times that Patroni's documentation allows or nearly so: its defaults are 30, 10 and 10 seconds. */
const TIMES = { ttl: 20, loop_wait: 2, retry_timeout: 5 }
const WITHIN_MS = 120_000

export type PatroniNode = {
  name: string
  /** Superuser, of this server alone. */
  url: string
  /** What a lost machine takes along: Patroni, the postmaster and its processes, as far as they live. */
  processes: () => { patroni: number | null; postgres: number[] }
  /** Starts Patroni again after it was killed, as a supervisor does. */
  restart: () => void
  /** How often the node was brought back to another one's history by `pg_rewind`. */
  rewinds: () => number
}

export type PatroniCluster = {
  /** Superuser, naming all servers. */
  superuserUrl: string
  nodes: readonly PatroniNode[]
  /** The node that Patroni says is the primary; null while there is none. */
  leader: () => Promise<PatroniNode | null>
  /** Waits until another node than this one is the primary and takes writes: it holds the lock before that. */
  nextLeader: (old: PatroniNode) => Promise<PatroniNode>
  /** Waits until every other node follows the primary, one of them synchronously. */
  settled: () => Promise<void>
  stop: () => Promise<void>
}

type Member = { name: string; role: string; state: string; timeline?: number }

/** Root may not run PostgreSQL; Debian's account does. */
const account = (): { uid: number; gid: number } | undefined => {
  if (process.getuid?.() !== 0) return undefined
  const { uid, gid } = statSync('/var/lib/postgresql')
  return { uid, gid }
}

type Place = { folder: string; etcd: string; binaries: string; passwords: { superuser: string; replication: string } }
type Ports = { postgres: number; rest: number }

/** What Patroni reads: JSON is YAML. */
const configOf = (name: string, { folder, etcd, binaries, passwords }: Place, ports: Ports): object => {
  const loopback = (port: number): string => `127.0.0.1:${port}`
  return {
    scope: 'puente',
    name,
    etcd3: { hosts: etcd },
    restapi: { listen: loopback(ports.rest), connect_address: loopback(ports.rest) },
    bootstrap: {
      dcs: {
        ...TIMES,
        synchronous_mode: true,
        synchronous_mode_strict: true,
        // A primary whose PostgreSQL has died is replaced at once instead of being recovered for five minutes first.
        primary_start_timeout: 0,
        postgresql: {
          use_pg_rewind: true,
          parameters: { max_connections: 100, wal_keep_size: '1GB', password_encryption: 'scram-sha-256' },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: loopback(ports.postgres),
      connect_address: loopback(ports.postgres),
      data_dir: join(folder, name),
      bin_dir: binaries,
      pgpass: join(folder, `${name}.pgpass`),
      authentication: {
        superuser: { username: 'postgres', password: passwords.superuser },
        replication: { username: 'replicator', password: passwords.replication },
      },
      parameters: { unix_socket_directories: folder },
      pg_hba: [
        'local all all scram-sha-256',
        'host all all 127.0.0.1/32 scram-sha-256',
        'host replication replicator 127.0.0.1/32 scram-sha-256',
      ],
    },
  }
}

const programOf = (name: string): string => {
  const path = findProgram(name)
  if (path === undefined) throw new Error(`${name} is missing`)
  return path
}

/** Starts a program whose words go to a log file of its own. */
const start = (place: Place, name: string, program: string, args: readonly string[]): ChildProcess => {
  const log = openSync(join(place.folder, `${name}.log`), 'a')
  const child = spawn(program, args, {
    cwd: place.folder,
    env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C.UTF-8' },
    stdio: ['ignore', log, log],
    ...account(),
  })
  child.on('error', () => {})
  return child
}

const isAlive = (child: ChildProcess): boolean => child.exitCode === null && child.signalCode === null

const startNode = (name: string, place: Place, ports: Ports): PatroniNode & { rest: string } => {
  const config = join(place.folder, `${name}.json`)
  writeFileSync(config, JSON.stringify(configOf(name, place, ports)))
  const launch = (): ChildProcess => start(place, name, programOf('patroni'), [config])
  let patroni = launch()
  return {
    name,
    url: `postgres://postgres:${place.passwords.superuser}@127.0.0.1:${ports.postgres}/postgres`,
    rest: `http://127.0.0.1:${ports.rest}`,
    processes: () => {
      const postmaster = postmasterOf(join(place.folder, name))
      return {
        patroni: isAlive(patroni) ? (patroni.pid ?? null) : null,
        postgres: postmaster === null ? [] : treeOf(postmaster),
      }
    },
    restart: () => {
      if (!isAlive(patroni)) patroni = launch()
    },
    rewinds: () =>
      readFileSync(join(place.folder, `${name}.log`), 'utf8').split('running pg_rewind from dbname').length - 1,
  }
}

/** What the first node that answers knows of all. */
const membersOf = async (nodes: readonly { rest: string }[]): Promise<Member[]> => {
  const asked = nodes.map(async ({ rest }) => {
    const response = await fetch(`${rest}/cluster`, { signal: AbortSignal.timeout(2_000) })
    return ((await response.json()) as { members: Member[] }).members
  })
  return Promise.any(asked).catch(() => [])
}

const takesWrites = async ({ url }: PatroniNode): Promise<boolean> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  client.on('error', () => {}) // told by the rejection
  try {
    await client.connect()
    const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby')
    return rows[0]?.standby === false
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

const until = async <T>(what: string, look: () => Promise<T | null>): Promise<T> => {
  for (const end = performance.now() + WITHIN_MS; ; await sleep(100)) {
    const found = await look()
    if (found !== null) return found
    assert(performance.now() < end, `${what} within ${WITHIN_MS} ms`)
  }
}

/** Starts etcd and so many servers; answers when one is the primary and the others follow it. */
export const startPatroni = async (count: number): Promise<PatroniCluster> => {
  const folder = mkdtempSync(join(tmpdir(), 'puente-patroni-'))
  const user = account()
  if (user) chownSync(folder, user.uid, user.gid)
  chmodSync(folder, 0o700)
  const [client = 0, peer = 0, ...ports] = await freePorts(2 + 2 * count)
  const etcd = `127.0.0.1:${client}`
  const secret = (): string => randomBytes(16).toString('hex')
  const binaries = dirname(findPgRewind() ?? '')
  const place: Place = { folder, etcd, binaries, passwords: { superuser: secret(), replication: secret() } }
  const peerUrl = `http://127.0.0.1:${peer}`
  const store = start(place, 'etcd', programOf('etcd'), [
    `--data-dir=${join(folder, 'etcd')}`,
    `--listen-client-urls=http://${etcd}`,
    `--advertise-client-urls=http://${etcd}`,
    `--listen-peer-urls=${peerUrl}`,
    `--initial-advertise-peer-urls=${peerUrl}`,
    `--initial-cluster=default=${peerUrl}`,
  ])
  const nodes: ReturnType<typeof startNode>[] = []
  const killAll = (): void => {
    for (const { processes } of nodes) {
      const { patroni, postgres } = processes()
      for (const pid of [patroni, ...postgres]) killQuietly(pid, 'SIGKILL')
    }
    store.kill('SIGKILL')
  }
  process.once('exit', killAll)
  const stop = async (): Promise<void> => {
    process.off('exit', killAll)
    killAll()
    await sleep(500) // until the killed have let go of their files
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  const leader = async (): Promise<PatroniNode | null> => {
    const found = (await membersOf(nodes)).find(({ role, state }) => role === 'leader' && state === 'running')
    return nodes.find(({ name }) => name === found?.name) ?? null
  }
  const follows = ({ state, role }: Member): boolean =>
    role === 'leader' ? state === 'running' : state === 'running' || state === 'streaming'
  const settled = (): Promise<void> =>
    until('every node follows the primary', async () => {
      const members = await membersOf(nodes)
      const timelines = new Set(members.map(({ timeline }) => timeline))
      const isWhole = members.length === count && members.every(follows) && timelines.size === 1
      return isWhole && members.some(({ role }) => role === 'sync_standby') ? undefined : null
    })
  try {
    for (let n = 0; n < count; n += 1) {
      const [postgres = 0, rest = 0] = ports.slice(2 * n)
      nodes.push(startNode(`node${n + 1}`, place, { postgres, rest }))
    }
    await settled()
  } catch (error) {
    await stop()
    throw error
  }
  const hosts = nodes.map(({ url }) => new URL(url).host).join(',')
  return {
    superuserUrl: `postgres://postgres:${place.passwords.superuser}@${hosts}/postgres`,
    nodes,
    leader,
    nextLeader: (old) =>
      until('another node is the primary', async () => {
        const found = await leader()
        return found !== null && found !== old && (await takesWrites(found)) ? found : null
      }),
    settled,
    stop,
  }
}
