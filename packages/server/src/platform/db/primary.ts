/**
 * Which of several servers takes writes. Asked of the servers themselves: a primary is not in recovery. After a failover
 * the old one may come back and believe it still is the primary; every promotion begins a new time line, so the server
 * with the highest one wins, and one that is behind what this process has seen before is never gone back to.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** None of the servers takes writes at the moment. Carries the code of a refused connection: it may be tried again. */
export class NoPrimary extends Error {
  override readonly name = 'NoPrimary'
  readonly code = 'ECONNREFUSED'
}

/** The time line of a server that takes writes; null for a standby. Rejects when it does not answer. */
export type Probe = (url: string) => Promise<number | null>

/** Together less than a pool waits for a connection. */
const PROBE_WITHIN_MS = 700
const LOOK_WITHIN_MS = 1_200

const ASK = `select case when not pg_is_in_recovery() then pg_walfile_name(pg_current_wal_lsn()) end as file`

/** Asks one server. The first eight digits of a log file's name are the time line. */
const probeServer: Probe = async (connectionString) => {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: PROBE_WITHIN_MS,
    query_timeout: PROBE_WITHIN_MS,
    application_name: 'puente look',
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ file: string | null }>(ASK)
    const file = rows[0]?.file ?? null
    return file === null ? null : Number.parseInt(file.slice(0, 8), 16)
  } finally {
    await client.end().catch(() => {})
  }
}

export type PrimaryFinder = {
  /** Connection string of the server that takes writes. Rejects with NoPrimary when a short search found none. */
  find: () => Promise<string>
  /** Says that a server may not be the primary any more: it is looked for again. */
  suspect: (url: string) => void
  /** Looks for a newer primary while the one known still answers; finding none changes nothing. */
  refresh: () => Promise<void>
  /** Calls `listener` each time a look has found the primary. */
  onFound: (listener: (url: string) => void) => void
}

const jitterMs = (): number => 50 + Math.random() * 100

export const createPrimaryFinder = (urls: readonly string[], probe: Probe = probeServer): PrimaryFinder => {
  const listeners: ((url: string) => void)[] = []
  let current: string | null = null
  let newestTimeline = 0
  let looking: Promise<string> | null = null

  const lookOnce = async (): Promise<string | null> => {
    const answers = await Promise.all(urls.map(async (url) => ({ url, timeline: await probe(url).catch(() => null) })))
    const newest = answers
      .flatMap(({ url, timeline }) => (timeline === null || timeline < newestTimeline ? [] : [{ url, timeline }]))
      .toSorted((one, other) => other.timeline - one.timeline)[0]
    if (!newest) return null
    newestTimeline = newest.timeline
    return newest.url
  }

  const adopt = (found: string): string => {
    current = found
    for (const listener of listeners) listener(found)
    return found
  }

  const look = async (): Promise<string> => {
    const started = performance.now()
    for (;;) {
      const found = await lookOnce()
      if (found !== null) return adopt(found)
      if (performance.now() - started > LOOK_WITHIN_MS) throw new NoPrimary('no database server takes writes')
      await sleep(jitterMs())
    }
  }

  const find = (): Promise<string> => {
    if (current !== null) return Promise.resolve(current)
    looking ??= look().finally(() => {
      looking = null
    })
    return looking
  }

  return {
    find,
    suspect: (url) => {
      if (current === url) current = null
      // A caller that waits for a connection looks anyway; this is for holders of one that has become useless.
      find().catch(() => {})
    },
    refresh: async () => {
      const found = await lookOnce()
      if (found !== null && found !== current) adopt(found)
    },
    onFound: (listener) => listeners.push(listener),
  }
}
