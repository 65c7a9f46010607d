import { connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { appOfFile } from '#test/suite.ts'
import { SHARE } from './share.ts'

const app = appOfFile({
  THROTTLE_FACTOR: '1',
  REQUEST_BODY_MS: '60000',
  REQUEST_DEADLINE_MS: '60000',
  TRUSTED_PROXIES: '127.0.0.1',
})
const port = () => Number(new URL(app.url).port)

/** Announces a body for an address behind the proxy, and never sends it. */
const beginFrom = (address: string): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const head = `POST /hooks/stripe HTTP/1.1\r\nhost: localhost\r\nx-forwarded-for: ${address}\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n`
    const socket = connect(port(), '127.0.0.1', () => socket.write(head, () => resolve(socket)))
    socket.on('error', reject)
  })

/** What an address is told that asks whether the server is well. */
const askFrom = async (address: string): Promise<number> => {
  const response = await fetch(`${app.url}/api/health`, { headers: { 'x-forwarded-for': address } })
  await response.arrayBuffer()
  return response.status
}

test('an address that keeps calls open has its share of the server and no more; when they end it is served again', async () => {
  const sockets = await Promise.all(Array.from({ length: SHARE.address }, () => beginFrom('198.51.100.1')))
  await expect.poll(() => askFrom('198.51.100.1')).toBe(429)
  expect(await askFrom('198.51.100.2')).toBe(200)
  for (const socket of sockets) socket.destroy()
  await expect.poll(() => askFrom('198.51.100.1')).toBe(200)
})

test('a network has its share however many of its addresses are used, and leaves the other networks theirs', async () => {
  const sockets = await Promise.all(
    Array.from({ length: SHARE.network }, (_, n) => beginFrom(`203.0.113.${(n % 50) + 1}`)),
  )
  await expect.poll(() => askFrom('203.0.113.200')).toBe(429)
  expect(await askFrom('192.0.2.1')).toBe(200)
  for (const socket of sockets) socket.destroy()
  await expect.poll(() => askFrom('203.0.113.200')).toBe(200)
})
