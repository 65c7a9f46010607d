import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withClient } from './connection.ts'
import { exists } from './files.ts'
import { identify, isAlive } from './processes.ts'
import { startScratchPostgres } from './scratch.ts'
import { startElsewhere } from './test/clusters.ts'

const stateOf = (dataDir: string): string => join(tmpdir(), dataDir.slice(tmpdir().length + 1).split('/')[0]!)

test('a scratch database is as durable as a real one, and is gone after remove', async () => {
  const scratch = await startScratchPostgres()
  await withClient(scratch.superuserUrl, async (client) => {
    expect((await client.query('SHOW fsync')).rows).toEqual([{ fsync: 'on' }])
  })
  const who = identify(scratch.pid)!
  expect(await exists(stateOf(scratch.dataDir))).toBe(true)
  await scratch.remove()
  await scratch.remove()
  expect(isAlive(who)).toBe(false)
  expect(await exists(stateOf(scratch.dataDir))).toBe(false)
})

test('what a killed test run left, server and folder, is gone after the next scratch start; what lives is let be', async () => {
  const dead = await startElsewhere('startScratchPostgres', {})
  const alive = await startElsewhere('startScratchPostgres', {})
  const orphan = identify(dead.server.pid)!
  await dead.kill('SIGKILL')
  expect(isAlive(orphan)).toBe(true)
  const scratch = await startScratchPostgres()
  expect(isAlive(orphan)).toBe(false)
  expect(await exists(stateOf(dead.server.dataDir))).toBe(false)
  expect(isAlive(identify(alive.server.pid)!)).toBe(true)
  await scratch.remove()
  await alive.end()
  expect(await exists(stateOf(alive.server.dataDir))).toBe(false)
})

test('a test run that simply ends takes its scratch server with it', async () => {
  const other = await startElsewhere('startScratchPostgres', {})
  const server = identify(other.server.pid)!
  await other.end()
  expect(isAlive(server)).toBe(false)
})
