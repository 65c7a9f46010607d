import type { LiveEvent } from '@puente/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { handles, server } from '#test/server.ts'
import { setBearer } from './api.ts'
import { setClock } from '#lib/browser/clock.ts'
import { POLL_MS, followLive } from './live.ts'
import { sseParser } from './sse.ts'

const stream = (text: string) => new Response(text, { headers: { 'Content-Type': 'text/event-stream' } })
const waits: number[] = []

beforeEach(() => {
  setBearer('b')
  waits.length = 0
  // Waiting takes no time here; the silence watch (45 s) never fires.
  setClock({
    now: () => 0,
    after: (ms, run) => {
      waits.push(ms)
      if (ms <= 15_000 || ms === 30_000) queueMicrotask(run)
      return () => undefined
    },
    every: () => () => undefined,
  })
})
afterEach(() => {
  setBearer(null)
  setClock()
})

test('events that arrive in pieces are put together, comments are skipped', () => {
  const parser = sseParser()
  expect(parser.push(': hello\n\nid: 4\nevent: wal')).toEqual([])
  expect(parser.push('let\ndata: {"USD":1}\n\n')).toEqual([{ id: '4', event: 'wallet', data: '{"USD":1}' }])
})

test('the stream resumes after the last event', async () => {
  const resumed: (string | null)[] = []
  const abort = new AbortController()
  const events: LiveEvent[] = []
  let round = 0
  server.use(
    handles('live', ({ headers }) => {
      resumed.push(headers.get('Last-Event-ID'))
      round += 1
      return stream(`id: ${round}\nevent: frequents\ndata: {}\n\n`)
    }),
  )
  await followLive({
    signal: abort.signal,
    lastId: () => events.at(-1)?.id ?? 0,
    onEvent: (event) => {
      events.push(event)
      if (events.length === 3) abort.abort()
    },
  })
  expect(resumed).toEqual(['0', '1', '2'])
  expect(events.map((event) => event.id)).toEqual([1, 2, 3])
})

test('where no stream gets through it asks every 15 seconds instead', async () => {
  const abort = new AbortController()
  const asked: string[] = []
  server.use(
    handles('live', () => new Response(null, { status: 502 })),
    handles('livePoll', ({ url }) => {
      asked.push(url.searchParams.get('after') ?? '')
      return Response.json({ data: { events: [{ id: 9, event: 'limits', data: {} }], last: 9 } })
    }),
  )
  const events: LiveEvent[] = []
  await followLive({
    signal: abort.signal,
    lastId: () => events.at(-1)?.id ?? 0,
    onEvent: (event) => {
      events.push(event)
      if (events.length === 2) abort.abort()
    },
  })
  expect(asked).toEqual(['0', '9'])
  expect(waits).toContain(POLL_MS)
})

test('a stream refused together with the cookie ends the following', async () => {
  const onEvent = vi.fn<(event: LiveEvent) => void>()
  server.use(handles('live', () => Response.json({ code: 'sessionClosed' }, { status: 401 })))
  await followLive({ signal: new AbortController().signal, lastId: () => 0, onEvent })
  expect(onEvent).not.toHaveBeenCalled()
})
