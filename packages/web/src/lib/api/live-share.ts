/**
 * One stream for all tabs of a browser. Whoever holds the lock follows the stream and tells the others; when that tab
 * closes the lock falls to the next one, which resumes after the last event it was told. A tab that joins says where its own
 * first reads stood, and what was told between them and its joining is read again. What one tab reads after an event it
 * gives to the others.
 */
import type { LiveEvent } from '@puente/contract'
import type { LiveRead } from './live-cache.ts'
import type { ReadNote } from './live-reads.ts'
import { followLive } from './live.ts'

const NAME = 'puente-live'

type Joining = { from: number }
type Note = ReadNote<LiveRead>

export type SharedLive = {
  /** Says to the other tabs what this one reads. */
  tell: (note: Note) => void
  stop: () => void
}

/**
 * The number to resume after. Where the server says the stream stands now, that holds, even if it is lower: a database that
 * was restored counts on from an earlier number.
 */
const placeAfter = (event: LiveEvent, lastId: number): number => {
  if (event.event === 'ready') return event.data.last
  return event.event === 'reset' ? event.id : Math.max(lastId, event.id)
}

/**
 * Starts following.
 * @param from where the stream stood before the page's first reads
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
    lastId = placeAfter(event, lastId)
    onEvent(event)
  }
  const tell = (event: LiveEvent) => channel?.postMessage(event)
  channel?.addEventListener('message', ({ data }: MessageEvent<LiveEvent | Joining | Note>) => {
    if ('read' in data) onNote(data)
    else if (!('from' in data)) take(data)
    else if (leads && data.from < lastId) tell({ id: lastId, event: 'reset', data: {} })
  })
  channel?.postMessage({ from } satisfies Joining)
  const lead = () => {
    leads = true
    return followLive({
      signal,
      lastId: () => lastId,
      onEvent: (event) => {
        tell(event)
        take(event)
      },
    })
  }

  if ('locks' in navigator) navigator.locks.request(NAME, { signal }, lead).catch(() => undefined)
  else void lead()

  return {
    tell: (note) => channel?.postMessage(note),
    stop: () => {
      abort.abort()
      channel?.close()
    },
  }
}
