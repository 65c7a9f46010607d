import { readdir, readFile, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { backUp } from './backup.ts'
import { withClient } from './connection.ts'
import { exists } from './files.ts'
import { startPostgres } from './launcher.ts'
import { readManifest } from './manifest.ts'
import { restore } from './restore.ts'
import { aFolder } from './test/clusters.ts'

const accounts = 200
const opening = 1_000

type Acknowledged = { id: number; lsn: string }

/** Moves money to and fro until told to stop, with tables made and dropped and checkpoints between; lists what was acknowledged. */
const keepWriting = (url: string, writer: number) => {
  const acknowledged: Acknowledged[] = []
  let isOver = false
  const work = withClient(url, async (client) => {
    for (let turn = 0; !isOver; turn += 1) {
      const id = writer * 1_000_000 + turn
      const [debit, credit] = [(turn * 7 + writer) % accounts, (turn * 13 + writer + 1) % accounts]
      await client.query('BEGIN')
      await client.query('UPDATE balances SET cents = cents - 1 WHERE id = least($1::int, $2::int)', [debit, credit])
      await client.query('UPDATE balances SET cents = cents + 1 WHERE id = greatest($1::int, $2::int)', [debit, credit])
      await client.query('INSERT INTO moves VALUES ($1, repeat($2, 500))', [id, 'x'])
      await client.query('COMMIT')
      const { rows } = await client.query<{ lsn: string }>('SELECT pg_current_wal_insert_lsn()::text AS lsn')
      acknowledged.push({ id, lsn: rows[0]!.lsn })
      if (turn % 20 === 0) {
        await client.query('CHECKPOINT') // moves the point a start without the backup's label would recover from
        await client.query(`CREATE TABLE passing_${writer} AS SELECT generate_series(1, 2000) AS id`)
        await client.query(`DROP TABLE passing_${writer}`)
      }
    }
  })
  return {
    acknowledged,
    stop: async () => {
      isOver = true
      await work
    },
  }
}

const positionOf = (lsn: string): bigint => {
  const [high = '', low = ''] = lsn.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

test('a backup taken while money moves restores to a consistent state with all that was committed before its end', async () => {
  const cluster = await startPostgres({ stateDir: await aFolder() })
  await withClient(cluster.superuserUrl, async (client) => {
    await client.query('CREATE TABLE balances (id int PRIMARY KEY, cents bigint NOT NULL)')
    await client.query('CREATE TABLE moves (id bigint PRIMARY KEY, padding text)')
    await client.query('INSERT INTO balances SELECT n, $1 FROM generate_series(0, $2 - 1) n', [opening, accounts])
  })
  const writers = [1, 2, 3].map((writer) => keepWriting(cluster.superuserUrl, writer))
  await expect.poll(() => writers.every(({ acknowledged }) => acknowledged.length > 20), { timeout: 10_000 }).toBe(true)

  const target = join(await aFolder(), 'backups', 'first')
  const report = await backUp({ ...cluster, target })
  const counts = writers.map(({ acknowledged }) => acknowledged.length)
  await expect
    .poll(() => writers.every(({ acknowledged }, index) => acknowledged.length > counts[index]! + 5), {
      timeout: 10_000,
    })
    .toBe(true) // the work went on, before and after
  await Promise.all(writers.map((writer) => writer.stop()))
  expect(report.files).toBeGreaterThan(500)
  expect((await stat(target)).mode & 0o777).toBe(0o700)
  await withClient(cluster.superuserUrl, async (client) => {
    expect((await client.query('SELECT slot_name FROM pg_replication_slots')).rows).toEqual([])
  })
  await cluster.stop()

  const stateDir = await aFolder()
  await restore({ source: target, stateDir })
  const restored = await startPostgres({ stateDir })
  await withClient(restored.superuserUrl, async (client) => {
    const { rows } = await client.query<{ sum: string }>('SELECT sum(cents)::text AS sum FROM balances')
    expect(rows[0]?.sum).toBe(String(accounts * opening))
    const found = await client.query<{ id: string }>('SELECT id::text FROM moves')
    const ids = new Set(found.rows.map((row) => Number(row.id)))
    const due = writers
      .flatMap(({ acknowledged }) => acknowledged)
      .filter(({ lsn }) => positionOf(lsn) <= positionOf(report.stopLsn))
    expect(due.length).toBeGreaterThan(60)
    expect(due.filter(({ id }) => !ids.has(id))).toEqual([])
    await client.query('CREATE EXTENSION amcheck')
    await client.query(
      `SELECT bt_index_check(indexrelid, true) FROM pg_index WHERE indrelid IN ('balances'::regclass, 'moves'::regclass)`,
    )
    expect((await client.query(`SELECT * FROM verify_heapam('balances')`)).rows).toEqual([])
    expect((await client.query(`SELECT * FROM verify_heapam('moves')`)).rows).toEqual([])
  })
  expect(restored.superuserUrl).not.toContain(new URL(cluster.superuserUrl).password)
  await restored.stop()
  await (await startPostgres({ stateDir })).stop()
})

test('a backup that fails leaves no slot, no folder, and the server as it was', async () => {
  const cluster = await startPostgres({ stateDir: await aFolder() })
  const folder = await aFolder()
  const target = join(folder, 'broken')
  await symlink('/tmp', join(cluster.dataDir, 'pg_tblspc', '99999'))
  await expect(backUp({ ...cluster, target })).rejects.toThrow('tablespaces are not backed up')
  await rm(join(cluster.dataDir, 'pg_tblspc', '99999'))
  expect(await readdir(folder)).toEqual([])
  const slots = () =>
    withClient(
      cluster.superuserUrl,
      async (client) => (await client.query('SELECT 1 FROM pg_replication_slots')).rowCount,
    )
  await expect.poll(slots).toBe(0)
  await backUp({ ...cluster, target })
  await cluster.stop()
})

test('a backup overwrites nothing, and is refused when the server serves another folder', async () => {
  const folder = await aFolder()
  const cluster = await startPostgres({ stateDir: await aFolder() })
  await expect(backUp({ ...cluster, target: folder })).rejects.toThrow('overwrites nothing')
  const target = join(folder, 'other')
  await expect(backUp({ ...cluster, dataDir: folder, target })).rejects.toThrow('does not serve')
  await cluster.stop()
})

test('a restore refuses a damaged or unfinished backup and a state folder that has a database', async () => {
  const folder = await aFolder()
  const stateDir = await aFolder()
  const cluster = await startPostgres({ stateDir })
  const source = join(folder, 'backup')
  await backUp({ ...cluster, target: source })
  await cluster.stop()
  await expect(restore({ source, stateDir })).rejects.toThrow('into an empty state folder')

  const { files } = await readManifest(source)
  const largest = Object.entries(files).toSorted(([, a], [, b]) => b.bytes - a.bytes)[0]!
  await truncate(join(source, 'data', largest[0]), 4_096)
  const fresh = await aFolder()
  await expect(restore({ source, stateDir: fresh })).rejects.toThrow(
    `${largest[0]} of the backup is missing or damaged`,
  )
  expect(await exists(join(fresh, 'postgres', 'data'))).toBe(false)

  const manifest = await readFile(join(source, 'manifest.json'), 'utf8')
  await writeFile(join(source, 'manifest.json'), manifest.replace('"PG_VERSION"', '"../../PG_VERSION"'))
  await expect(restore({ source, stateDir: fresh })).rejects.toThrow('lead out of it')
  await rm(join(source, 'manifest.json'))
  await expect(restore({ source, stateDir: fresh })).rejects.toThrow('not a finished backup')
})
