import { fork } from 'node:child_process'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { secrets } from './test/world.ts'

const folder = mkdtempSync(join(tmpdir(), 'puente-sandbox-'))
afterAll(() => rmSync(folder, { recursive: true }))

const secretsFile = (name: string, content: string, mode: number) => {
  const path = join(folder, name)
  writeFileSync(path, content, { mode })
  return path
}

/** Runs the program and stops it once it says that it is ready. */
const run = (secretsPath: string, port = 0) =>
  new Promise<{ code: number | null; output: string; wasReady: boolean }>((resolve, reject) => {
    const child = fork(fileURLToPath(new URL('main.ts', import.meta.url)), {
      env: {
        PATH: process.env['PATH'],
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
        SANDBOX_PORT: String(port),
        SANDBOX_SMTP_PORT: '0',
        SANDBOX_SECRETS: secretsPath,
      },
      silent: true,
    })
    let output = ''
    let wasReady = false
    const note = (chunk: Buffer) => {
      output += chunk.toString()
    }
    child.stdout?.on('data', note)
    child.stderr?.on('data', note)
    child.on('message', (message) => {
      wasReady = message === 'ready'
      child.kill('SIGTERM')
    })
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, output, wasReady }))
  })

test('it runs with its secrets from a private file, says when it is ready, and stops when told to', async () => {
  const path = secretsFile('good.json', JSON.stringify(secrets), 0o600)
  const { code, output, wasReady } = await run(path)
  expect({ code, wasReady }).toEqual({ code: 0, wasReady: true })
  expect(output).toMatch(/^sandbox at http:\/\/localhost:\d+, SMTP at 127\.0\.0\.1:\d+/)
  for (const secret of Object.values(secrets)) expect(output).not.toContain(secret)
})

test('it refuses a file that others can read, and names a secret of the wrong form without showing it', async () => {
  const open = await run(secretsFile('open.json', JSON.stringify(secrets), 0o644))
  expect(open).toMatchObject({ code: 1, output: expect.stringContaining('mode 0600') })
  const live = { ...secrets, stripeSecretKey: 'sk_live_0123456789abcdef0123' }
  const { code, output } = await run(secretsFile('live.json', JSON.stringify(live), 0o600))
  expect(code).toBe(1)
  expect(output).toContain('stripeSecretKey')
  expect(output).not.toContain('sk_live_0123456789abcdef0123')
})

test('it ends with an error when its port is taken', async () => {
  const holder = createServer()
  await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', () => resolve()))
  const path = secretsFile('taken.json', JSON.stringify(secrets), 0o600)
  const { code, output } = await run(path, (holder.address() as AddressInfo).port)
  holder.close()
  expect(code).toBe(1)
  expect(output).toContain('EADDRINUSE')
})
