/**
 * The live stream. One loop keeps it open: it resumes from the id of the last event, reconnects with a growing backoff,
 * notices a silent connection, and polls every 15 seconds where streams do not get through at all. Streams end routinely:
 * the server closes them when the bearer expires.
 */
import type { LiveEvent } from '@puente/contract'
import { ApiRefusal } from './api-errors.ts'
import { call, sendAuthorized } from './api.ts'
import { clock, pause } from '#lib/browser/clock.ts'
import { sseParser } from './sse.ts'

export const POLL_MS = 15_000
/** The server sends a comment every 15 seconds; three missed ones mean that the connection is dead. */
const SILENCE_MS = 45_000
const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 30_000
/** A stream that lived this long ended for a routine reason, and the next may follow soon. */
const HEALTHY_MS = 10_000
/** After this many streams without a single event, the network is taken to block streams. */
const FAILURES_BEFORE_POLLING = 3
/** The number of polls before a stream is tried again. */
const POLLS_BEFORE_STREAM = 20

export type LiveOptions = {
  signal: AbortSignal
  /** The last event known, from the page's first reads or from a stream. */
  lastId: () => number
  onEvent: (event: LiveEvent) => void
}

const isOver = (error: unknown): boolean => error instanceof ApiRefusal && error.status === 401

/** Half to all of the pause, so that clients do not all reconnect in the same second. */
const jittered = (ms: number): number => ms / 2 + ((ms / 2) * (crypto.getRandomValues(new Uint8Array(1))[0] ?? 0)) / 255

/** Reads one stream to its end. @returns how many events came */
const readStream = async ({ signal, lastId, onEvent }: LiveOptions): Promise<number> => {
  const last = lastId()
  const response = await sendAuthorized('live', undefined, {
    signal,
    headers: { Accept: 'text/event-stream', 'Last-Event-ID': String(last) },
  })
  if (!response.ok || !response.body) {
    if (response.status === 401) throw new ApiRefusal('sessionClosed', 401)
    throw new Error(`live stream answered ${response.status}`)
  }
  const reader = response.body.getReader()
  const stop = () => void reader.cancel().catch(() => undefined)
  signal.addEventListener('abort', stop)
  let cancelSilence = clock.after(SILENCE_MS, stop)
  const parser = sseParser()
  const decoder = new TextDecoder()
  let events = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done || signal.aborted) return events
      cancelSilence()
      cancelSilence = clock.after(SILENCE_MS, stop)
      for (const { id, event, data } of parser.push(decoder.decode(value, { stream: true }))) {
        events += 1
        onEvent({ id: Number(id ?? last), event, data: JSON.parse(data) } as LiveEvent)
      }
    }
  } finally {
    cancelSilence()
    signal.removeEventListener('abort', stop)
  }
}

const poll = async ({ signal, lastId, onEvent }: LiveOptions): Promise<void> => {
  for (let round = 0; round < POLLS_BEFORE_STREAM && !signal.aborted; round += 1) {
    try {
      const { events } = await call('livePoll', { after: String(lastId()) }, { signal })
      for (const event of events) onEvent(event as LiveEvent)
    } catch (error) {
      if (isOver(error)) throw error
    }
    await pause(POLL_MS)
  }
}

/** Keeps events coming until the signal aborts or the session is over. Never rejects. */
export const followLive = async (options: LiveOptions): Promise<void> => {
  let failures = 0
  let pauseMs = FIRST_PAUSE_MS
  while (!options.signal.aborted) {
    try {
      if (failures >= FAILURES_BEFORE_POLLING) {
        await poll(options)
        failures = 0
      }
      const openedAt = clock.now()
      const events = await readStream(options)
      failures = events > 0 ? 0 : failures + 1
      if (clock.now() - openedAt >= HEALTHY_MS) pauseMs = FIRST_PAUSE_MS
    } catch (error) {
      if (options.signal.aborted || isOver(error)) return
      failures += 1
    }
    if (options.signal.aborted) return
    await pause(jittered(pauseMs))
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
  }
}
