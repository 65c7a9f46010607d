/**
 * A stranger with one machine, in a process of its own: it sends as fast as it is answered, on as many
 * connections as do it good, and opens the next as soon as one is cut.
 */
import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import type { StrangerAsked, StrangerTold, Trouble } from './stranger-protocol.ts'

/** Where the server believes it to be; its proxy says so. Slow bodies have an address of their own, or they would be all there is. */
const ADDRESSES: Record<Trouble, string> = {
  'slow bodies': '203.0.113.67',
  'bad bearers': '203.0.113.66',
  'forged hooks': '203.0.113.66',
  'sign-in floods': '203.0.113.66',
}
const CONNECTIONS: Record<Trouble, number> = {
  'slow bodies': 400,
  'bad bearers': 24,
  'forged hooks': 12,
  'sign-in floods': 24,
}
const HOOK_BYTES = 64 * 1_024
const AGAIN_MS = 20

const tally: StrangerTold = {
  'slow bodies': { tried: 0, byStatus: {} },
  'bad bearers': { tried: 0, byStatus: {} },
  'forged hooks': { tried: 0, byStatus: {} },
  'sign-in floods': { tried: 0, byStatus: {} },
}

const head = (line: string, ...more: string[]): string => [`${line} HTTP/1.1`, 'host: localhost', ...more].join('\r\n')
const whole = (line: string, body: string, ...more: string[]): string =>
  `${head(line, 'content-type: application/json', `content-length: ${body.length}`, ...more)}\r\n\r\n${body}`

const token = (): string => randomBytes(24).toString('base64url')
const hook = JSON.stringify({ id: 'evt_forged', type: 'checkout.session.completed', more: 'x'.repeat(HOOK_BYTES) })

const sayings: Record<Trouble, () => string> = {
  'slow bodies': () =>
    `${head('POST /api/auth/session', 'content-type: application/json', 'content-length: 90')}\r\n\r\n{"token":`,
  'bad bearers': () =>
    `${head('GET /api/clients/me', `authorization: Bearer ${token()}.${token()}.${token()}`)}\r\n\r\n`,
  'forged hooks': () => whole('POST /hooks/stripe', hook, `stripe-signature: t=1,v1=${token()}`),
  'sign-in floods': () =>
    whole('POST /api/auth/email/sign-in', `{"email":"${token()}@example.com","password":"Quiet-Harbour-7"}`),
}

/** Keeps one connection busy with a trouble for as long as the process lives. */
const trouble = (kind: Trouble, port: number): void => {
  const socket = connect(port, '127.0.0.1')
  const say = (): void => {
    tally[kind].tried += 1
    socket.write(sayings[kind]().replace('\r\n', `\r\nx-forwarded-for: ${ADDRESSES[kind]}\r\n`))
  }
  socket.on('connect', say)
  socket.on('data', (bytes: Buffer) => {
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(bytes.toString('latin1', 0, 12))?.[1] ?? 0)
    if (status === 0) return
    const { byStatus } = tally[kind]
    byStatus[status] = (byStatus[status] ?? 0) + 1
    say()
  })
  socket.on('error', () => {})
  socket.on('close', () => setTimeout(() => trouble(kind, port), AGAIN_MS))
}

process.on('message', (asked: StrangerAsked) => {
  if (asked.ask === 'end') {
    process.send?.(tally, () => process.exit(0))
    return
  }
  const port = Number(new URL(asked.url).port)
  for (const [kind, count] of Object.entries(CONNECTIONS) as [Trouble, number][])
    for (let n = 0; n < count; n += 1) trouble(kind, port)
})
process.on('disconnect', () => process.exit(0))
