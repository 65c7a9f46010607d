import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { aVerifiedUser, signedIn } from '#test/factories.ts'
import { appOfFile } from '#test/suite.ts'

const app = appOfFile({ REQUEST_BODY_MS: '200' })

test('a body that does not come is not waited for: its call is refused and its connection ended', async () => {
  const user = await aVerifiedUser(app.services)
  const { authorization } = await signedIn(app.services, user)
  const head = `POST /api/clients/updateProfile HTTP/1.1\r\nhost: localhost\r\nauthorization: ${authorization}\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"fullName":`
  const said = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1', () => socket.write(head))
    let text = ''
    socket.on('data', (chunk) => (text += chunk.toString()))
    socket.on('close', () => resolve(text))
    socket.on('error', reject)
  })
  expect(said).toMatch(/^HTTP\/1\.1 400 /)
  expect(said).toContain('"reason":"tooSlow"')
})
