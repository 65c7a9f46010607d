import { expect, test } from 'vitest'
import { aVerifiedUser, signedIn, type TestUser } from '#test/factories.ts'
import { metricsOf } from '#test/metrics.ts'
import { appOfFile } from '#test/suite.ts'
import { STREAMS_PER_PERSON } from './stream.ts'

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

test('the live stream is told as events, kept by nobody, and counted until its reader leaves', async () => {
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

test('one person has so many streams and no more, whoever else has how many; one that ends makes room', async () => {
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
