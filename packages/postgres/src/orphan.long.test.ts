import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { spawn } from 'node:child_process'
import { expect, onTestFinished, test } from 'vitest'
import { withClient } from './connection.ts'
import { startPostgres } from './launcher.ts'
import { findPostmaster, stopPostmaster } from './postmaster.ts'
import { identify, isAlive } from './processes.ts'
import { aFolder, startElsewhere } from './test/clusters.ts'

const answers = (url: string): Promise<unknown> =>
  withClient(url, async (client) => (await client.query<{ value: number }>('SELECT 7 AS value')).rows[0]?.value)

test('after kill -9 of the launcher its server is taken over, with its sessions, and stopped by us', async () => {
  const stateDir = await aFolder()
  const other = await startElsewhere('startPostgres', { stateDir })
  const orphan = identify(other.server.pid)!
  await withClient(other.server.superuserUrl, async (session) => {
    await other.kill('SIGKILL')
    const cluster = await startPostgres({ stateDir })
    expect(cluster.pid).toBe(other.server.pid)
    expect(cluster.superuserUrl).toBe(other.server.superuserUrl)
    expect((await session.query<{ value: number }>('SELECT 8 AS value')).rows).toEqual([{ value: 8 }])
    await cluster.stop()
  })
  expect(isAlive(orphan)).toBe(false)
})

test('an orphan with other settings is stopped and replaced', async () => {
  const stateDir = await aFolder()
  const other = await startElsewhere('startPostgres', { stateDir, settings: { max_connections: '20' } })
  const orphan = identify(other.server.pid)!
  await other.kill('SIGKILL')
  const cluster = await startPostgres({ stateDir })
  expect(cluster.pid).not.toBe(orphan.pid)
  expect(isAlive(orphan)).toBe(false)
  expect(await answers(cluster.superuserUrl)).toBe(7)
  await cluster.stop()
})

test('an orphan on a loopback port is taken over on its port', async () => {
  const stateDir = await aFolder()
  const other = await startElsewhere('startPostgres', { stateDir, transport: 'loopback' })
  await other.kill('SIGKILL')
  const cluster = await startPostgres({ stateDir, transport: 'loopback' })
  expect(cluster.pid).toBe(other.server.pid)
  expect(await answers(cluster.superuserUrl)).toBe(7)
  await cluster.stop()
})

test('after kill -9 of launcher and server, with a session at work, the next start waits for the rest to go', async () => {
  const stateDir = await aFolder()
  const other = await startElsewhere('startPostgres', { stateDir })
  await withClient(other.server.superuserUrl, async (session) => {
    const { rows } = await session.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    const backend = rows[0]!.pid
    process.kill(backend, 'SIGSTOP') // holds the shared memory until it is woken
    const stopped = identify(backend)!
    const server = identify(other.server.pid)!
    await other.kill('SIGKILL')
    process.kill(server.pid, 'SIGKILL')
    const lines: string[] = []
    const start = startPostgres({
      stateDir,
      log: (line) => {
        lines.push(line)
        if (lines.length === 2) process.kill(backend, 'SIGKILL')
      },
    })
    const cluster = await start
    expect(isAlive(stopped)).toBe(false)
    expect(lines).toContainEqual(expect.stringContaining('has not let go of its files yet'))
    expect(await answers(cluster.superuserUrl)).toBe(7)
    await cluster.stop()
  })
})

test('a second launcher is refused while the first one lives, in another process or in this one', async () => {
  const stateDir = await aFolder()
  const other = await startElsewhere('startPostgres', { stateDir })
  await expect(startPostgres({ stateDir })).rejects.toThrow(`is in use by process ${other.who.pid}`)
  expect(await answers(other.server.superuserUrl)).toBe(7)
  await other.end()
  const cluster = await startPostgres({ stateDir })
  await expect(startPostgres({ stateDir })).rejects.toThrow(`is in use by process ${process.pid}`)
  await cluster.stop()
})

test('Ctrl-C, which reaches the whole group of the launcher, does not reach the server', async () => {
  const stateDir = await aFolder()
  const other = await startElsewhere('startPostgres', { stateDir })
  await other.kill('SIGINT')
  expect(await answers(other.server.superuserUrl)).toBe(7)
})

test('a lock file whose number belongs to another program by now does not keep the server from starting', async () => {
  const stateDir = await aFolder()
  const first = await startPostgres({ stateDir })
  const lock = await readFile(join(first.dataDir, 'postmaster.pid'), 'utf8')
  await first.stop()
  await writeFile(join(first.dataDir, 'postmaster.pid'), lock.replace(/^\d+/, String(process.pid)))
  expect(await findPostmaster(first.dataDir)).toBeUndefined()
  const second = await startPostgres({ stateDir })
  expect(await answers(second.superuserUrl)).toBe(7)
  await second.stop()
})

test('a server that does not answer to a stop is ended all the same', async () => {
  const stateDir = await aFolder()
  const cluster = await startPostgres({ stateDir })
  const who = identify(cluster.pid)!
  process.kill(who.pid, 'SIGSTOP')
  const lines: string[] = []
  await stopPostmaster(who, 'fast', (line) => lines.push(line), 0.01)
  expect(isAlive(who)).toBe(false)
  expect(lines.map((line) => line.split(' ').at(-1))).toEqual(['SIGINT', 'SIGQUIT'])
  await cluster.stop()
})

test('a process is not mistaken for a later one with the same pid', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
  onTestFinished(() => void child.kill('SIGKILL'))
  const who = identify(child.pid!)!
  expect(isAlive(who)).toBe(true)
  expect(isAlive({ ...who, start: `${who.start}0` })).toBe(false)
})
