/**
 * The tables are on a small disk of their own and the log is elsewhere: the database stays up, but has no room for
 * another row. Freeing space must be enough for it to recover, without a restart.
 */
import { chownSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { assert, type Part } from '../frame/part.ts'
import { fillUp, untilFull } from '../support/ballast.ts'
import { startDriver } from '../support/driver.ts'
import { inProductWorld } from '../support/product-world.ts'
import { withDisks } from '../support/small-disks.ts'

const DISK_MB = 200
const CLIENTS = 8
const PEOPLE = 12
const BACK_WITHIN_MS = 30_000
const FULL_WITHIN_MS = 120_000

const TABLESPACE = 'small'

/** Has everything that is made from now on lie on that disk. */
const putTablesOn = async (disk: string, superuserUrl: string): Promise<void> => {
  const client = new Client({ connectionString: superuserUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ path: string }>(`select current_setting('data_directory') as path`)
    const folder = join(disk, 'tables')
    mkdirSync(folder, { mode: 0o700 })
    const { uid, gid } = statSync(rows[0]?.path ?? '')
    chownSync(folder, uid, gid)
    await client.query(`create tablespace ${TABLESPACE} location '${folder}'`)
    await client.query(`grant create on tablespace ${TABLESPACE} to public`)
  } finally {
    await client.end()
  }
}

export const dataDiskFull: Part = {
  name: 'data-disk-full',
  about:
    'T8: the disk of the tables alone fills up: 503 while the database stays up, and service again once there is room',
  covers: 'product',
  needs: ['linux', 'root'],
  units: { of: 'times', short: 0, full: 20 },
  share: 1,
  run: ({ random, goesOn }) =>
    withDisks((disks) => {
      const disk = disks.memory(DISK_MB)
      const options = {
        people: PEOPLE,
        settings: { default_tablespace: TABLESPACE },
        onDatabase: (superuserUrl: string) => putTablesOn(disk, superuserUrl),
      }
      return inProductWorld(options, async ({ servers, people, admin, check }) => {
        const driver = startDriver({ urls: () => servers.map(({ url }) => url), people, clients: CLIENTS, random })
        let longestMs = 0
        for (let done = 0; goesOn(done); done += 1) {
          await driver.nextAck(BACK_WITHIN_MS)
          const { rows } = await admin.query<{ started: Date }>('select pg_postmaster_start_time() as started')
          const makeRoom = fillUp(disk, 0)
          await untilFull(driver, FULL_WITHIN_MS)
          const { rows: still } = await admin.query<{ started: Date }>('select pg_postmaster_start_time() as started')
          assert(still[0]?.started.getTime() === rows[0]?.started.getTime(), 'the database stays up', { rows, still })
          makeRoom()
          longestMs = Math.max(longestMs, await driver.nextAck(BACK_WITHIN_MS))
        }
        const { acknowledged, repeats, unanswered, slowestMs } = await driver.finish()
        assert(unanswered === 0, 'I8: no call is left without an answer', { unanswered, slowestMs })
        await driver.record.verify(admin)
        await check()
        return { acknowledged, repeats, 'slowest answer ms': slowestMs, 'back after ms': longestMs }
      })
    }),
}
