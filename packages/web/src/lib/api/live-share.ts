/**
 * One stream for all tabs of a browser. The tab that holds the lock follows the stream and forwards events to the others;
 * when it closes, the next one gets the lock and resumes after the last event it received. A tab that joins announces the
 * position of its own first reads, and reads again what changed between them and its joining. A tab shares what it reads
 * after an event with the others.
 */
import type { LiveEvent } from '@puente/contract'
import type { LiveRead } from './live-cache.ts'
import type { ReadNote } from './live-reads.ts'
import { followLive } from './live.ts'

const NAME = 'puente-live'

type Joining = { from: number }
type Note = ReadNote<LiveRead>

export type SharedLive = {
  /** Announces to the other tabs what this one reads. */
  announce: (note: Note) => void
  stop: () => void
}

/**
 * The number to resume after. The position that the server states is final, even if it is lower: a restored database
 * continues from an earlier number.
 */
const resumeAfter = (event: LiveEvent, lastId: number): number => {
  if (event.event === 'ready') return event.data.last
  return event.event === 'reset' ? event.id : Math.max(lastId, event.id)
}

/**
 * Starts following.
 * @param from the stream's position before the page's first reads
 */
export const shareLive = (
  from: number,
  { onEvent, onNote }: { onEvent: (event: LiveEvent) => void; onNote: (note: Note) => void },
): SharedLive => {
  const abort = new AbortController()
  const { signal } = abort
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(NAME)
  let lastId = from
  let leads = false

  const take = (event: LiveEvent) => {
    lastId = resumeAfter(event, lastId)
    onEvent(event)
  }
  const forward = (event: LiveEvent) => channel?.postMessage(event)
  channel?.addEventListener('message', ({ data }: MessageEvent<LiveEvent | Joining | Note>) => {
    if ('read' in data) onNote(data)
    else if (!('from' in data)) take(data)
    else if (leads && data.from < lastId) forward({ id: lastId, event: 'reset', data: {} })
  })
  channel?.postMessage({ from } satisfies Joining)
  const lead = () => {
    leads = true
    return followLive({
      signal,
      lastId: () => lastId,
      onEvent: (event) => {
        forward(event)
        take(event)
      },
    })
  }

  if ('locks' in navigator) navigator.locks.request(NAME, { signal }, lead).catch(() => undefined)
  else void lead()

  return {
    announce: (note) => channel?.postMessage(note),
    stop: () => {
      abort.abort()
      channel?.close()
    },
  }
}
