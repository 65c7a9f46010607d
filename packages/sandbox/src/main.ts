/** Runs the sandbox with settings from the environment, until a signal stops it. */
import { readFileSync, statSync } from 'node:fs'
import { createSandbox } from './sandbox.ts'
import { readSecrets } from './core/secrets.ts'
import { Issue } from './core/shape.ts'

const { env } = process

const portOf = (name: string, fallback: number) => {
  const port = Number(env[name] ?? fallback)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`${name}: must be a port number`)
  return port
}

/** How far it is ahead of the real time from the beginning, as the product's own clock is after a restart. */
const aheadMs = (): number => {
  const ms = Number(env['SANDBOX_AHEAD_MS'] ?? 0)
  if (!Number.isSafeInteger(ms) || ms < 0) throw new Error('SANDBOX_AHEAD_MS: must be a number of milliseconds')
  return ms
}

/** Secrets come in a file that only its owner may read. */
const secretsFrom = (path: string | undefined) => {
  if (!path) throw new Error('SANDBOX_SECRETS: must name a JSON file with the secrets')
  if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0) {
    throw new Error('SANDBOX_SECRETS: the file must be readable by its owner only (mode 0600)')
  }
  try {
    return readSecrets(JSON.parse(readFileSync(path, 'utf8')))
  } catch (error) {
    // A parser's message may quote the file.
    const detail = error instanceof Issue ? `${error.path} ${error.message}` : 'is not valid JSON'
    throw new Error(`SANDBOX_SECRETS: ${detail}`, { cause: error instanceof Issue ? error : undefined })
  }
}

const start = () => {
  const port = portOf('SANDBOX_PORT', 3010)
  const ahead = aheadMs()
  return createSandbox({
    clock: () => Date.now() + ahead,
    port,
    smtpPort: portOf('SANDBOX_SMTP_PORT', port === 0 ? 0 : port + 1),
    publicUrl: env['SANDBOX_PUBLIC_URL'] || undefined,
    targetUrl: env['SANDBOX_TARGET_URL'] ?? 'http://127.0.0.1:3000',
    appUrl: env['SANDBOX_APP_URL'] || undefined,
    zelleAddress: env['SANDBOX_ZELLE_ADDRESS'] || undefined,
    secrets: secretsFrom(env['SANDBOX_SECRETS']),
    log: (line) => console.log(line),
  })
}

try {
  const starting = start()
  // Listened to from the beginning: a stop may arrive before the start is done.
  const stop = async () => {
    await (await starting).close()
    process.exit(0)
  }
  process.once('SIGTERM', () => void stop())
  process.once('SIGINT', () => void stop())
  // Started by another process: that one hears when the ports listen, and takes this one along when it ends.
  process.once('disconnect', () => void stop())
  await starting
  process.send?.('ready')
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
