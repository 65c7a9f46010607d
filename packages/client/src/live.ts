/** The live stream as one row of events, over the connections that it takes. */
import type { LiveEvent } from '@puente/contract'
import { isRefused, refusalOf, Unreachable } from './refused.ts'
import type { Sending } from './send.ts'
import { sentEvents } from './sse.ts'

const PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 15_000

/** Over at once when the caller stops. */
const pause = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => {
    const over = (): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', over)
      resolve()
    }
    const timer = setTimeout(over, ms)
    signal?.addEventListener('abort', over)
    if (signal?.aborted) over()
  })

/**
 * Events until the caller stops, the session ends, or the stream says that it did. A connection that breaks, or whose bearer has
 * run out, is followed by another that goes on after the last event.
 */
export async function* liveEvents(
  connect: (sending: Sending) => Promise<Response>,
  { after, signal }: { after?: number; signal?: AbortSignal },
): AsyncGenerator<LiveEvent> {
  let last = after
  let failures = 0
  while (!signal?.aborted) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- one connection follows another
      const response = await connect({
        input: undefined,
        isStream: true,
        ...(signal ? { signal } : {}),
        headers: { Accept: 'text/event-stream', ...(last === undefined ? {} : { 'Last-Event-ID': String(last) }) },
      })
      // oxlint-disable-next-line no-await-in-loop
      if (!response.ok || !response.body) throw await refusalOf('live', response)
      failures = 0
      for await (const { id, event, data } of sentEvents(response.body as ReadableStream<Uint8Array<ArrayBuffer>>)) {
        if (id !== null && /^\d+$/.test(id)) last = Number(id)
        yield { id: last ?? 0, event, data: JSON.parse(data) } as LiveEvent
        if (event === 'session') return
      }
    } catch (error) {
      if (signal?.aborted) return
      // What is refused now will be refused again, unless the server was busy.
      if (isRefused(error) && error.status !== 429 && error.status < 500) throw error
      if (!isRefused(error) && !(error instanceof Unreachable) && !(error instanceof TypeError)) throw error
      failures += 1
    }
    // oxlint-disable-next-line no-await-in-loop
    await pause(Math.min(LONGEST_PAUSE_MS, PAUSE_MS * 2 ** Math.max(0, failures - 1)), signal)
  }
}
