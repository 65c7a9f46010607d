import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { exists } from './files.ts'
import { startPostgres } from './launcher.ts'
import { findOwner } from './owner.ts'
import { aFolder, startElsewhere } from './test/clusters.ts'

test('an initdb that was cut short is thrown away and started over', async () => {
  const stateDir = await aFolder()
  const half = join(stateDir, 'postgres', 'draft-0123456789ab', 'data', 'base')
  await mkdir(half, { recursive: true })
  await writeFile(join(half, 'half'), 'written')
  const cluster = await startPostgres({ stateDir })
  expect((await readdir(join(stateDir, 'postgres'))).filter((name) => name.startsWith('draft-'))).toEqual([])
  await cluster.stop()
})

test('a launcher killed in the middle of initdb does not spoil the next start', async () => {
  const stateDir = await aFolder()
  const drafts = async () =>
    (await readdir(join(stateDir, 'postgres')).catch(() => [])).filter((name) => name.startsWith('draft-'))
  const other = startElsewhere('startPostgres', { stateDir })
  const outcome = other.then(
    () => 'started',
    () => 'killed',
  )
  await expect.poll(drafts, { interval: 5, timeout: 10_000 }).toHaveLength(1)
  process.kill((await findOwner(join(stateDir, 'postgres', 'owner')))!.pid, 'SIGKILL')
  expect(await outcome).toBe('killed')
  expect(await exists(join(stateDir, 'postgres', 'data'))).toBe(false)

  const cluster = await startPostgres({ stateDir })
  expect(await drafts()).toEqual([])
  await cluster.stop()
})

test('a data folder that is empty is used, one that holds something else is refused and kept', async () => {
  const stateDir = await aFolder()
  const dataDir = join(stateDir, 'postgres', 'data')
  await mkdir(dataDir, { recursive: true })
  await writeFile(join(dataDir, 'diary.txt'), 'mine')
  await expect(startPostgres({ stateDir })).rejects.toThrow('is not a PostgreSQL data folder')
  expect(await readdir(dataDir)).toEqual(['diary.txt'])
  await rm(join(dataDir, 'diary.txt'))
  await (await startPostgres({ stateDir })).stop()
})
