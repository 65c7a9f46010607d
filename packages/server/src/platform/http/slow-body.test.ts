import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { aVerifiedUser, signedIn } from '#test/factories.ts'
import { appOfFile } from '#test/suite.ts'
import { answerBrokenRequest } from './broken-request.ts'

const app = appOfFile({ REQUEST_BODY_MS: '200' })

/** What the server says on a connection on which this is sent, until it ends it. */
const saidOn = (port: number, sent: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(sent))
    let text = ''
    socket.on('data', (chunk) => (text += chunk.toString()))
    socket.on('close', () => resolve(text))
    socket.on('error', reject)
  })

test('a body that does not come is not waited for: its call is refused and its connection ended', async () => {
  const user = await aVerifiedUser(app.services)
  const { authorization } = await signedIn(app.services, user)
  const head = `POST /api/clients/updateProfile HTTP/1.1\r\nhost: localhost\r\nauthorization: ${authorization}\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"fullName":`
  const said = await saidOn(Number(new URL(app.url).port), head)
  expect(said).toMatch(/^HTTP\/1\.1 400 /)
  expect(said).toContain('"reason":"tooSlow"')
})

test('a connection that a browser opened ahead and has asked nothing on is ended without a word; one that began to ask is answered', async () => {
  const server = createServer({ headersTimeout: 200, connectionsCheckingInterval: 50 })
  const metrics = { refused: () => undefined }
  server.on('clientError', (error, socket) => answerBrokenRequest({ metrics, headers: {} }, error, socket as Socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  try {
    expect(await saidOn(port, '')).toBe('')
    expect(await saidOn(port, 'GET / HTTP/1.1\r\n')).toContain('"reason":"tooSlow"')
  } finally {
    server.close()
  }
})
