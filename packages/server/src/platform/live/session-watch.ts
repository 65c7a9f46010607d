/**
 * Tells open streams that their session ended. One statement a moment for all streams of the process, so that the end of
 * a session is noticed within a second even when no hint of it arrives, and costs the same for one stream and thousands.
 */
import type { LiveEventData } from '@puente/contract'
import type { Log } from '../log.ts'

export type SessionRef = { ownerId: string; sessionId: string }

/** How a session stands; null while it is open. */
export type SessionEnd = LiveEventData['session'] | null

/** Reads how sessions stand, in the order asked. The slice that owns sessions brings it. */
export type ReadSessions = (refs: readonly SessionRef[]) => Promise<SessionEnd[]>

const LOOK_EVERY_MS = 500

type Watched = SessionRef & { onEnd: (end: NonNullable<SessionEnd>) => void }

export const createSessionWatch = (readSessions: ReadSessions, log: Pick<Log, 'warn'>) => {
  const watched = new Set<Watched>()
  let looking: Promise<void> | undefined

  const look = async (): Promise<void> => {
    const asked = [...watched]
    if (asked.length === 0) return
    const ends = await readSessions(asked.map(({ ownerId, sessionId }) => ({ ownerId, sessionId })))
    for (const [index, one] of asked.entries()) {
      const end = ends[index]
      if (end && watched.has(one)) one.onEnd(end)
    }
  }
  const lookOnce = (): Promise<void> =>
    (looking ??= look()
      .catch((err: unknown) => log.warn({ err, component: 'live' }, 'sessions of streams could not be read'))
      .finally(() => {
        looking = undefined
      }))

  const timer = setInterval(() => void lookOnce(), LOOK_EVERY_MS)
  timer.unref()

  return {
    /** Calls `onEnd` once the session is locked or closed; returns how to stop watching. */
    watch: (ref: SessionRef, onEnd: Watched['onEnd']): (() => void) => {
      const one: Watched = { ...ref, onEnd }
      watched.add(one)
      return () => void watched.delete(one)
    },
    close: async (): Promise<void> => {
      clearInterval(timer)
      await looking
    },
  }
}
