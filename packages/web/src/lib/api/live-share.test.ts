/**
 * What a file replaces with `vi.mock` has to be there before anything is loaded: a worker of its own, by an address of its own.
 *
 * @vitest-environment jsdom
 * @vitest-environment-options { "url": "http://localhost:3000/?live-share" }
 */
import type { LiveEvent } from '@puente/contract'
import { afterEach, expect, test, vi } from 'vitest'
import { shareLive } from './live-share.ts'
import { followLive } from './live.ts'
import type { LiveOptions } from './live.ts'

vi.mock('./live.ts', () => ({ followLive: vi.fn(async () => undefined) }))

let stop = (): void => undefined
const notes: unknown[] = []
afterEach(() => stop())

const started = async (): Promise<LiveOptions> => {
  ;({ stop } = shareLive(40, { onEvent: () => undefined, onNote: (note) => void notes.push(note) }))
  await vi.waitFor(() => expect(followLive).toHaveBeenCalled())
  const [options] = vi.mocked(followLive).mock.lastCall ?? []
  if (!options) throw new Error('nothing is followed')
  return options
}

test('a stream begins after what the page has read and resumes after the newest event, or where the server says it stands now, even if that is lower', async () => {
  const { onEvent, lastId } = await started()
  const send = (event: LiveEvent): number => {
    onEvent(event)
    return lastId()
  }
  expect(lastId()).toBe(40)
  expect(send({ id: 40, event: 'ready', data: { last: 40 } })).toBe(40)
  expect(send({ id: 41, event: 'frequents', data: {} })).toBe(41)
  expect(send({ id: 41, event: 'reset', data: {} })).toBe(41)
  expect(send({ id: 7, event: 'ready', data: { last: 7 } })).toBe(7)
  expect(send({ id: 8, event: 'limits', data: {} })).toBe(8)
  expect(send({ id: 3, event: 'reset', data: {} })).toBe(3)
})

test('a tab that joins after an event reads again what it missed; one that missed nothing does not', async () => {
  const { onEvent } = await started()
  const other = new BroadcastChannel('puente-live')
  const received: LiveEvent[] = []
  other.addEventListener('message', ({ data }: MessageEvent<LiveEvent | { from: number }>) => {
    if ('event' in data) received.push(data)
  })
  onEvent({ id: 41, event: 'frequents', data: {} })
  other.postMessage({ from: 41 })
  other.postMessage({ from: 40 })
  await vi.waitFor(() => expect(received.at(-1)).toEqual({ id: 41, event: 'reset', data: {} }))
  expect(received.filter(({ event }) => event === 'reset')).toHaveLength(1)
  other.close()
})

test('what another tab reads arrives apart from the events', async () => {
  const { lastId } = await started()
  const other = new BroadcastChannel('puente-live')
  other.postMessage({ read: 'wallet', upTo: 77 })
  await vi.waitFor(() => expect(notes).toEqual([{ read: 'wallet', upTo: 77 }]))
  expect(lastId()).toBe(40)
  other.close()
})
