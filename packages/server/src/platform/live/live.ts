/**
 * The live stream: what was committed for a person, told to that person's screens in order. The truth is in the tables,
 * numbered per person; wake-ups only say when to look. A screen gets exactly what follows the last number it saw, whether it
 * comes back or is slow to read, or one `reset` when that is no longer kept.
 */
import type { LiveEvent } from '@puente/contract'
import type { Participant } from '../participant.ts'
import type { Clock } from '../clock.ts'
import type { Database, Trx } from '../db/database.ts'
import { writeIn } from '../db/statement.ts'
import { afterCommit } from '../db/transaction.ts'
import type { Log } from '../log.ts'
import { commentFrame, frameOf } from './frames.ts'
import { createContentWatch, type ReadContent } from './content-watch.ts'
import { type Announcement, eventWrites, readEvents, readLast } from './live-store.ts'
import { createSessionWatch, type ReadSessions, type SessionEnd } from './session-watch.ts'
import { createWakeUps } from './wake-ups.ts'

export type StreamRequest = {
  /** Bare uuid. */
  ownerId: string
  sessionId: string
  /** The last number the client has seen; null for a new client, which gets only what comes. */
  after: number | null
  /** When the bearer expires; the stream ends then and the client comes back with a new one. */
  until: Date
  /** Aborted when the reader has left. */
  signal: AbortSignal
}

export type Live = {
  /** Announces inside a transaction; the streams are woken once it is committed. */
  publish: (trx: Trx, ...announcements: Announcement[]) => Promise<void>
  /** For the ledger: announcements that commit with a movement. Its need is the list of them. */
  participant: Participant<readonly Announcement[], null, readonly Announcement[]>
  /** Server-sent events, ready to be written, until the reader leaves, the bearer expires or the session ends. */
  stream: (request: StreamRequest) => AsyncGenerator<string, void, void>
  /** The same by asking: what came after a number. A number that is not kept gets one `reset`. */
  poll: (ownerId: string, after: number) => Promise<{ events: LiveEvent[]; last: number }>
  /** The newest number given out; asked before a page's first reads, a stream that resumes after it tells what they missed. */
  last: (ownerId: string) => Promise<number>
  /** Makes the person's streams look at once, for example after a session ended. */
  wake: (ownerIds: Iterable<string>) => void
  /** Hints that these people have news, from all processes; one that is lost costs time, never news. Returns how to stop. */
  onAnyWake: (listener: (ownerIds: readonly string[]) => void) => () => void
  /** Ends all streams; their clients come back, to another process. */
  close: () => Promise<void>
}

export type LiveOptions = {
  db: Database
  /** Connection string for LISTEN; the server's own role. */
  listenUrl: string
  clock: Clock
  log: Pick<Log, 'warn'>
  readSessions: ReadSessions
  readContent: ReadContent
  /** Shorter in tests. */
  pollEveryMs?: number
  commentEveryMs?: number
}

/** Rows read at a time. */
const PAGE = 100

/** A signal to wait for; a signal with no one waiting is remembered. */
const bell = () => {
  let isRung = false
  let answer: (() => void) | undefined
  return {
    ring: (): void => {
      isRung = true
      answer?.()
    },
    wait: async (ms: number): Promise<void> => {
      if (!isRung && ms > 0) {
        let timer: NodeJS.Timeout | undefined
        await new Promise<void>((resolve) => {
          answer = resolve
          timer = setTimeout(resolve, ms)
        })
        clearTimeout(timer)
        answer = undefined
      }
      isRung = false
    },
  }
}

export const createLive = (options: LiveOptions): Live => {
  const { db, clock, pollEveryMs = 5_000, commentEveryMs = 15_000 } = options
  const wakeUps = createWakeUps({ pool: db.pool, listenUrl: options.listenUrl, log: options.log })
  const sessions = createSessionWatch(options.readSessions, options.log)
  const content = createContentWatch(options.readContent, options.log)
  const closing = new AbortController()

  async function* stream({
    ownerId,
    sessionId,
    after,
    until,
    signal,
  }: StreamRequest): AsyncGenerator<string, void, void> {
    const news = bell()
    let end: SessionEnd = null
    let isContentNew = false
    const stopWaking = wakeUps.onWake(ownerId, news.ring)
    const stopWatching = sessions.watch({ ownerId, sessionId }, (how) => {
      end = how
      news.ring()
    })
    const stopContent = content.watch(() => {
      isContentNew = true
      news.ring()
    })
    const ended = AbortSignal.any([signal, closing.signal])
    ended.addEventListener('abort', news.ring, { once: true })
    const leftMs = (): number => until.getTime() - clock.now().getTime()
    try {
      let from = after ?? (await readLast(db, ownerId))
      let isPlaced = false
      let spokenAt = performance.now()
      while (!ended.aborted && leftMs() > 0) {
        const { events, last, isAll, isWhole } = await readEvents(db, ownerId, from, PAGE)
        if (!isWhole) {
          // The reader was away, or so slow that what it had not read yet is no longer kept.
          yield frameOf({ event: 'reset', data: {} })
          from = last
        }
        if (!isWhole || !isPlaced) yield frameOf({ id: from, event: 'ready', data: { last: from } })
        isPlaced = true
        for (const event of isWhole ? events : []) {
          yield frameOf(event)
          from = event.id
          spokenAt = performance.now()
        }
        if (isContentNew) {
          isContentNew = false
          yield frameOf({ event: 'content', data: { changed: 'rails' } })
        }
        if (end) {
          yield frameOf({ event: 'session', data: end })
          return
        }
        if (!isAll) continue
        const quietMs = performance.now() - spokenAt
        if (quietMs >= commentEveryMs) {
          yield commentFrame
          spokenAt = performance.now()
        }
        await news.wait(Math.min(pollEveryMs, leftMs(), Math.max(1, commentEveryMs - quietMs)))
      }
    } finally {
      stopWaking()
      stopWatching()
      stopContent()
    }
  }

  return {
    publish: async (trx, ...announcements) => {
      await writeIn(trx, eventWrites(announcements))
      afterCommit(trx, () => wakeUps.wake(announcements.map(({ ownerId }) => ownerId)))
    },
    participant: {
      name: 'live',
      phase: 'after',
      load: async () => null,
      decide: (_state, announcements) => ({ change: announcements }),
      apply: () => {},
      save: (_state, changes) => eventWrites(changes.flat()),
      afterCommit: (changes) => wakeUps.wake(changes.flat().map(({ ownerId }) => ownerId)),
    },
    stream,
    poll: async (ownerId, after) => {
      const { events, last, isWhole } = await readEvents(db, ownerId, after, PAGE)
      if (!isWhole) return { events: [{ id: last, event: 'reset', data: {} }], last }
      return { events, last: after + events.length }
    },
    last: (ownerId) => readLast(db, ownerId),
    wake: wakeUps.wake,
    onAnyWake: wakeUps.onAnyWake,
    close: async () => {
      closing.abort()
      await sessions.close()
      await content.close()
      await wakeUps.close()
    },
  }
}
