import { connect } from 'node:net'
import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { aVerifiedUser, signedIn, type TestUser } from '#test/factories.ts'
import { metricsOf } from '#test/metrics.ts'
import { appOfFile } from '#test/suite.ts'
import { STREAMS_PER_PERSON, writeAll } from './stream.ts'

const app = appOfFile()

const open = async (headers: Record<string, string> = {}, who?: Pick<TestUser, 'id'>) => {
  const leave = new AbortController()
  const person = who ?? (await aVerifiedUser(app.services))
  const response = await fetch(`${app.url}/api/live`, {
    headers: { ...(await signedIn(app.services, person)), ...headers },
    signal: leave.signal,
  })
  return { response, leave }
}
const openStreams = async () => Number(/^live_streams (\d+)$/m.exec(await metricsOf(app))?.[1])

test('the live stream comes as events, is cached nowhere, and counts until its reader leaves', async () => {
  const { response, leave } = await open()
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(await openStreams()).toBe(1)
  leave.abort()
  await expect.poll(openStreams).toBe(0)
})

test('EC-34 a reader who says nonsense about where it stopped is refused before the stream begins', async () => {
  const { response } = await open({ 'last-event-id': 'yesterday' })
  expect(await response.json()).toMatchObject({ code: 'invalidRequest', details: { field: 'Last-Event-ID' } })
  expect(await openStreams()).toBe(0)
})

test('one person has so many streams and no more, however many others have; one that ends makes room', async () => {
  const [ana, ben] = [await aVerifiedUser(app.services), await aVerifiedUser(app.services)]
  const streams = await Promise.all(Array.from({ length: STREAMS_PER_PERSON }, () => open({}, ana)))
  expect(streams.map(({ response }) => response.status)).toEqual(streams.map(() => 200))
  expect(await (await open({}, ana)).response.json()).toMatchObject({
    code: 'tooManyRequests',
    details: { reason: 'streams' },
  })
  const other = await open({}, ben)
  expect(other.response.status).toBe(200)
  streams[0]?.leave.abort()
  await expect.poll(openStreams).toBe(STREAMS_PER_PERSON)
  const another = await open({}, ana)
  expect(another.response.status).toBe(200)
  for (const { leave } of [...streams, other, another]) leave.abort()
  await expect.poll(openStreams).toBe(0)
})

test('a reader who leaves while it is found out who they are keeps no place', async () => {
  const person = await aVerifiedUser(app.services)
  const { authorization } = await signedIn(app.services, person)
  const head = `GET /api/live HTTP/1.1\r\nhost: localhost\r\nauthorization: ${authorization}\r\n\r\n`
  const cut = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(Number(new URL(app.url).port), '127.0.0.1', () =>
        socket.write(head, () => socket.destroy()),
      )
      socket.on('close', () => resolve())
      socket.on('error', reject)
    })
  for (let n = 0; n < STREAMS_PER_PERSON; n += 1) await cut()
  const asked = await open({}, person)
  expect(asked.response.status).toBe(200)
  asked.leave.abort()
  await expect.poll(openStreams).toBe(0)
})

/** Takes one frame at a time, and the next only when it is let. */
const aReader = () => {
  const taken: string[] = []
  let next = (): void => {}
  const reader = new Writable({
    highWaterMark: 1,
    write: (frame: Buffer, _encoding, done) => {
      taken.push(frame.toString())
      next = done
    },
  })
  return { reader, taken, take: () => next() }
}

test('a reader that is slow is waited for, and one that takes nothing any more is cut off', async () => {
  let isEnded = false
  async function* frames() {
    try {
      for (let n = 1; ; n += 1) yield `frame ${n}`
    } finally {
      isEnded = true
    }
  }
  const { reader, taken, take } = aReader()
  const written = writeAll(reader, frames(), new AbortController().signal, 500)
  for (const n of [1, 2, 3]) {
    await expect.poll(() => taken).toHaveLength(n)
    take()
  }
  await written
  expect(taken.at(-1)).toBe('frame 4')
  expect({ isCut: reader.destroyed, isEnded }).toEqual({ isCut: true, isEnded: true })
})
