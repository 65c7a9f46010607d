import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { boundConnections, PIPELINED } from './bound-connections.ts'

const listening = async (answer: RequestListener, stalledMs?: number): Promise<number> => {
  const server = createServer(answer)
  boundConnections(server, stalledMs)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

const open = (port: number, bytes: string) => {
  const line = { socket: connect(port, '127.0.0.1', () => line.socket.write(bytes)), text: '', isOver: false }
  line.socket.on('close', () => (line.isOver = true))
  line.socket.on('error', () => {})
  onTestFinished(() => void line.socket.destroy())
  return line
}

const reading = (line: ReturnType<typeof open>) => {
  line.socket.on('data', (chunk) => (line.text += chunk.toString('latin1')))
  return line
}

const GET = 'GET / HTTP/1.1\r\nhost: localhost\r\n\r\n'
const answersIn = (text: string): number => text.split('HTTP/1.1 200').length - 1

test('a connection that asks for more ahead than it may is ended, and the rest of it is not begun', async () => {
  let begun = 0
  const port = await listening(() => {
    begun += 1
  })
  const line = reading(open(port, GET.repeat(1_000)))
  await expect.poll(() => line.isOver).toBe(true)
  expect(begun).toBe(PIPELINED)
})

test('a connection may ask for some ahead, and for more once it was answered', async () => {
  const waiting: (() => void)[] = []
  const port = await listening((_request, response) => waiting.push(() => response.end()))
  const line = reading(open(port, GET.repeat(PIPELINED)))
  for (const times of [1, 2]) {
    await expect.poll(() => waiting.length).toBe(PIPELINED)
    for (const answer of waiting.splice(0)) answer()
    await expect.poll(() => answersIn(line.text)).toBe(PIPELINED * times)
    if (times === 1) line.socket.write(GET.repeat(PIPELINED))
  }
  expect(line.isOver).toBe(false)
})

test('a connection that takes nothing of its answer is ended; one whose answer has nothing to say yet is not', async () => {
  let isCutOff = false
  const port = await listening((request, response) => {
    if (request.url === '/') return void response.write('first')
    response.once('close', () => (isCutOff = !response.writableFinished))
    response.end(Buffer.alloc(16_000_000))
  }, 100)
  const silent = reading(open(port, GET))
  await expect.poll(() => silent.text).toContain('first')
  open(port, GET.replace('/', '/large')).socket.pause()
  const idle = reading(open(port, ''))
  await expect.poll(() => isCutOff).toBe(true)
  await expect.poll(() => idle.isOver).toBe(true)
  expect(silent.isOver).toBe(false)
})
