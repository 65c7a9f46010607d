import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { refuseUnread } from './refuse-unread.ts'

const open = new Set<{ close: () => void }>()
afterEach(() => {
  for (const one of open) one.close()
  open.clear()
})

const BUSY = 'HTTP/1.1 503 Service Unavailable\r\ncontent-length: 4\r\n\r\nbusy'

/** A server that refuses unread while `world.isFull`, and one connection to it. */
const worldOf = async (
  answer: RequestListener = (request, response) => void request.resume().on('end', () => response.end(request.url)),
) => {
  const world = { isFull: true, asked: [] as string[] }
  const server = createServer(answer)
  let served: Socket | undefined
  server.on('connection', (connection) => (served = connection))
  refuseUnread(server, ({ target }) => {
    world.asked.push(target)
    return world.isFull ? BUSY : null
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  let text = ''
  let isOver = false
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1')
  })
  socket.on('close', () => {
    isOver = true
  })
  open.add({ close: () => (socket.destroy(), server.close()) })
  return Object.assign(world, {
    socket,
    write: (said: string) => socket.write(said, 'latin1'),
    /** How much of what was written the server has read. */
    read: () => served?.bytesRead,
    /** The bodies and refusals that have come, in order, once there are so many. */
    answers: async (count: number) => {
      const all = () => text.match(/busy|\/\w+(?=\r\n0|$|HTTP)/g) ?? []
      await expect.poll(() => all().length).toBe(count)
      return all()
    },
    text: () => text,
    isOver: () => isOver,
  })
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`
const post = (path: string, body: string) =>
  `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${body.length}\r\n\r\n${body}`

test('the first call of a connection is read, those after it are refused unread and the connection stays', async () => {
  const world = await worldOf()
  world.write(get('/one'))
  expect(await world.answers(1)).toEqual(['/one'])
  world.write(get('/two'))
  expect(await world.answers(2)).toEqual(['/one', 'busy'])
  world.write(post('/three', 'x'.repeat(500)))
  expect(await world.answers(3)).toEqual(['/one', 'busy', 'busy'])
  world.isFull = false
  world.write(post('/four', 'x'.repeat(500)))
  expect(await world.answers(4)).toEqual(['/one', 'busy', 'busy', '/four'])
  expect(world.asked).toEqual(['/two', '/three', '/four'])
})

test('a call that comes while another is at work is not answered before it', async () => {
  const waiting: (() => void)[] = []
  const world = await worldOf((request, response) => void waiting.push(() => response.end(request.url)))
  world.write(get('/one'))
  await expect.poll(() => waiting.length).toBe(1)
  world.write(get('/two'))
  await expect.poll(world.read).toBe(get('/one').length + get('/two').length)
  waiting[0]?.()
  await expect.poll(() => waiting.length).toBe(2)
  waiting[1]?.()
  expect(await world.answers(2)).toEqual(['/one', '/two'])
  expect(world.asked).toEqual([])
})

test('a connection that sends several calls at once, or one in pieces, is served by the parser from then on', async () => {
  const world = await worldOf()
  world.write(get('/one') + get('/two'))
  expect(await world.answers(2)).toEqual(['/one', '/two'])
  world.write(get('/three'))
  expect(await world.answers(3)).toEqual(['/one', '/two', '/three'])

  const other = await worldOf()
  const whole = post('/two', 'abc')
  other.write(get('/one'))
  await other.answers(1)
  other.write(whole.slice(0, -1))
  await expect.poll(other.read).toBe(get('/one').length + whole.length - 1)
  other.write(whole.slice(-1))
  expect(await other.answers(2)).toEqual(['/one', '/two'])
  expect(other.asked).toEqual([])
})

test('a body that looks like a call, of a call that was answered before it came, is not taken for one', async () => {
  const world = await worldOf((request, response) => void response.end(request.url))
  world.write(get('/one'))
  await world.answers(1)
  const smuggled = get('/smuggled')
  world.write(`POST /two HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${smuggled.length}\r\n\r\n`)
  await world.answers(2)
  world.write(smuggled)
  world.write(get('/three'))
  expect(await world.answers(3)).toEqual(['/one', '/two', '/three'])
  expect(world.asked).toEqual([])
})

test('what is no HTTP is still answered as such', async () => {
  const world = await worldOf()
  world.write(get('/one'))
  await world.answers(1)
  world.write('\u0001\u0002 what\r\n\r\n')
  await expect.poll(() => world.isOver()).toBe(true)
  expect(world.text()).toContain('HTTP/1.1 400')
})
