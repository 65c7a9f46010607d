/**
 * What a file replaces with `vi.mock` has to be there before anything is loaded: a worker of its own, by an address of its own.
 *
 * @vitest-environment jsdom
 * @vitest-environment-options { "url": "http://localhost:3000/?live-share" }
 */
import type { LiveEvent } from '@puente/contract'
import { expect, test, vi } from 'vitest'
import { shareLive } from './live-share.ts'
import { followLive } from './live.ts'
import type { LiveOptions } from './live.ts'

vi.mock('./live.ts', () => ({ followLive: vi.fn(async () => undefined) }))

const started = async (): Promise<LiveOptions> => {
  shareLive(() => undefined)
  await vi.waitFor(() => expect(followLive).toHaveBeenCalled())
  const [options] = vi.mocked(followLive).mock.lastCall ?? []
  if (!options) throw new Error('nothing is followed')
  return options
}

test('a stream is resumed after the newest event, or where the server says that it stands now, even if that is lower', async () => {
  const { onEvent, lastId } = await started()
  const tell = (event: LiveEvent): number | null => {
    onEvent(event)
    return lastId()
  }
  expect(lastId()).toBeNull()
  expect(tell({ id: 40, event: 'ready', data: { last: 40 } })).toBe(40)
  expect(tell({ id: 41, event: 'frequents', data: {} })).toBe(41)
  expect(tell({ id: 41, event: 'reset', data: {} })).toBe(41)
  expect(tell({ id: 7, event: 'ready', data: { last: 7 } })).toBe(7)
  expect(tell({ id: 8, event: 'limits', data: {} })).toBe(8)
  expect(tell({ id: 3, event: 'reset', data: {} })).toBe(3)
})
