/**
 * Who has news: a hint, never the news. Inside the process it is a call; between processes a NOTIFY, sent after the
 * commit and not within it (a NOTIFY inside would make commits queue up behind one another). A lost hint costs only time,
 * because every stream also polls now and then.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { listenTo } from '../db/listen.ts'
import type { Log } from '../log.ts'

const CHANNEL = 'puente_live'
/** A payload holds at most 8,000 bytes; an id and its comma take 37. */
const IDS_PER_NOTIFY = 200
/** How long hints gather between two NOTIFYs. One for each batch of the ledger would wake every process for little. */
const GATHER_MS = 25

export type WakeUps = {
  /** Tells the streams of these people, here and in the other processes. */
  wake: (ownerIds: Iterable<string>) => void
  /** Calls `listener` when there may be news for the owner; returns how to stop that. */
  onWake: (ownerId: string, listener: () => void) => () => void
  /** The same for whoever follows all people. */
  onAnyWake: (listener: (ownerIds: readonly string[]) => void) => () => void
  close: () => Promise<void>
}

const notifier = (pool: Pool, log: Pick<Log, 'warn'>) => {
  let waiting = new Set<string>()
  let sending: Promise<void> | undefined
  const sendAll = async (): Promise<void> => {
    while (waiting.size > 0) {
      const ids = [...waiting]
      waiting = new Set(ids.splice(IDS_PER_NOTIFY))
      await pool.query({ name: 'live.notify', text: 'select pg_notify($1, $2)', values: [CHANNEL, ids.join(',')] })
      if (waiting.size < IDS_PER_NOTIFY) await sleep(GATHER_MS)
    }
  }
  return {
    // The first goes at once; while one is under way, and for a moment after it, the next ones gather.
    add: (ownerIds: readonly string[]): void => {
      for (const ownerId of ownerIds) waiting.add(ownerId)
      sending ??= sendAll()
        .catch((err: unknown) => log.warn({ err, component: 'live' }, 'other processes were not told of news'))
        .finally(() => {
          sending = undefined
        })
    },
    idle: async (): Promise<void> => sending,
  }
}

export const createWakeUps = (options: { pool: Pool; listenUrl: string; log: Pick<Log, 'warn'> }): WakeUps => {
  const listeners = new Map<string, Set<() => void>>()
  const followers = new Set<(ownerIds: readonly string[]) => void>()
  const tell = (ownerIds: readonly string[]): void => {
    for (const ownerId of ownerIds) for (const listener of listeners.get(ownerId) ?? []) listener()
    for (const follower of followers) follower(ownerIds)
  }
  const others = notifier(options.pool, options.log)
  const stopListening = listenTo(options.listenUrl, CHANNEL, (payload) => tell(payload.split(',')), options.log)
  return {
    wake: (ownerIds) => {
      const ids = [...new Set(ownerIds)]
      if (ids.length === 0) return
      tell(ids)
      others.add(ids)
    },
    onWake: (ownerId, listener) => {
      const set = listeners.get(ownerId) ?? new Set()
      listeners.set(ownerId, set.add(listener))
      return () => {
        set.delete(listener)
        if (set.size === 0 && listeners.get(ownerId) === set) listeners.delete(ownerId)
      }
    },
    onAnyWake: (listener) => {
      followers.add(listener)
      return () => void followers.delete(listener)
    },
    close: async () => {
      await others.idle()
      await stopListening()
    },
  }
}
