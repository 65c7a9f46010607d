import { readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { archiveNow } from './archive.ts'
import { backUp } from './backup.ts'
import type { Cluster } from './cluster.ts'
import { withClient } from './connection.ts'
import { startPostgres } from './launcher.ts'
import { restore } from './restore.ts'
import { aFolder } from './test/clusters.ts'

const add = async ({ superuserUrl }: Cluster, n: number): Promise<Date> => {
  await withClient(superuserUrl, (client) => client.query('INSERT INTO moves VALUES ($1)', [n]))
  return new Date()
}

const movesIn = ({ superuserUrl }: Cluster): Promise<number[]> =>
  withClient(superuserUrl, async (client) =>
    (await client.query<{ n: number }>('SELECT n FROM moves ORDER BY n')).rows.map(({ n }) => n),
  )

/** A server that archives, with one row before its backup. */
const aSavedServer = async () => {
  const folder = await aFolder()
  // A name that means something to a shell and to the server's own replacements.
  const archiveDir = join(folder, "it's 100%f")
  const cluster = await startPostgres({ stateDir: await aFolder(), archiveDir, settings: { max_connections: '150' } })
  await withClient(cluster.superuserUrl, (client) => client.query('CREATE TABLE moves (n int PRIMARY KEY)'))
  await add(cluster, 1)
  const source = join(folder, 'backup')
  await backUp({ ...cluster, target: source })
  return { cluster, archiveDir, source }
}

test('T17: a backup and the archive bring a database back as at the last segment, or as at a moment before', async () => {
  const { cluster, archiveDir, source } = await aSavedServer()
  const moment = await add(cluster, 2)
  // Times are kept by the millisecond here and by the microsecond there.
  await expect.poll(() => Date.now()).toBeGreaterThan(moment.getTime() + 1)
  await add(cluster, 3)
  await archiveNow({ ...cluster, archiveDir })
  await add(cluster, 4) // on no disk but the one that is lost
  await cluster.stop('immediate')
  await rm(cluster.dataDir, { recursive: true })

  const [last, earlier] = [await aFolder(), await aFolder()]
  await restore({ source, stateDir: last, archiveDir })
  await restore({ source, stateDir: earlier, archiveDir, until: new Date(moment.getTime() + 1) })
  for (const [stateDir, moves] of [
    [last, [1, 2, 3]],
    [earlier, [1, 2]],
  ] as const) {
    const restored = await startPostgres({ stateDir })
    expect(await movesIn(restored)).toEqual(moves)
    await add(restored, 9)
    await restored.stop()
    const again = await startPostgres({ stateDir })
    expect(await movesIn(again)).toEqual([...moves, 9])
    await again.stop()
  }
})

test('a database is not started as at a moment that the archive does not reach, and not without an archive', async () => {
  const { cluster, archiveDir, source } = await aSavedServer()
  await archiveNow({ ...cluster, archiveDir })
  await cluster.stop()
  const stateDir = await aFolder()
  await expect(restore({ source, stateDir, until: new Date() })).rejects.toThrow('Only an archive')
  await restore({ source, stateDir, archiveDir, until: new Date(Date.now() + 3_600_000) })
  await expect(startPostgres({ stateDir })).rejects.toMatchObject({
    logTail: expect.stringContaining('recovery ended before configured recovery target was reached'),
  })
})

test('a segment is archived once, private and whole, and never over another one; a backup does not wait for it', async () => {
  const { cluster, archiveDir } = await aSavedServer()
  await add(cluster, 2)
  const segment = await archiveNow({ ...cluster, archiveDir })
  expect((await stat(archiveDir)).mode & 0o777).toBe(0o700)
  expect((await readdir(archiveDir)).filter((name) => name.endsWith('.part'))).toEqual([])

  await add(cluster, 3)
  const next = (BigInt(`0x${segment}`) + 1n).toString(16).toUpperCase().padStart(24, '0')
  await writeFile(join(archiveDir, next), 'of another database')
  await archiveNow({ ...cluster, archiveDir })
  const failures = () =>
    withClient(cluster.superuserUrl, async (client) => {
      const { rows } = await client.query<{ name: string }>('SELECT last_failed_wal AS name FROM pg_stat_archiver')
      return rows[0]?.name
    })
  await expect.poll(failures, { timeout: 10_000 }).toBe(next)
  expect((await stat(join(archiveDir, next))).size).toBe('of another database'.length)
  await backUp({ ...cluster, target: join(await aFolder(), 'backup') })
  await cluster.stop('immediate')
})
