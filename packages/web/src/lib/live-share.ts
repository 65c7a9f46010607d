/**
 * One stream for all tabs of a browser. Whoever holds the lock follows the stream and tells the others; when that tab
 * closes the lock falls to the next one, which resumes after the last event it was told.
 */
import type { LiveEvent } from '@puente/contract'
import { followLive } from './live.ts'

const NAME = 'puente-live'

/**
 * The number to resume after. Where the server says the stream stands now, that holds, even if it is lower: a database that
 * was restored counts on from an earlier number.
 */
const placeAfter = (event: LiveEvent, lastId: number | null): number => {
  if (event.event === 'ready') return event.data.last
  return event.event === 'reset' ? event.id : Math.max(lastId ?? 0, event.id)
}

/** Starts following. @returns a function that ends it */
export const shareLive = (onEvent: (event: LiveEvent) => void): (() => void) => {
  const abort = new AbortController()
  const { signal } = abort
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(NAME)
  let lastId: number | null = null

  const take = (event: LiveEvent) => {
    lastId = placeAfter(event, lastId)
    onEvent(event)
  }
  channel?.addEventListener('message', ({ data }: MessageEvent<LiveEvent>) => take(data))
  const lead = () =>
    followLive({
      signal,
      lastId: () => lastId,
      onEvent: (event) => {
        channel?.postMessage(event)
        take(event)
      },
    })

  if ('locks' in navigator) navigator.locks.request(NAME, { signal }, lead).catch(() => undefined)
  else void lead()

  return () => {
    abort.abort()
    channel?.close()
  }
}
