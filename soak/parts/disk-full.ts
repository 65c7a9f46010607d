import { join } from 'node:path'
import type { Part } from '../frame/part.ts'
import { fillUp, untilFull } from '../support/ballast.ts'
import { startDriver } from '../support/driver.ts'
import { inProductWorld, type ProductWorld } from '../support/product-world.ts'
import { withDisks } from '../support/small-disks.ts'

const DISK_MB = 500
const LEFT_BYTES = 128 * 1024
const CLIENTS = 8
const BACK_WITHIN_MS = 90_000
const FULL_WITHIN_MS = 60_000

/** Uses up the log's spare files, so that the database needs room now and not in a minute. */
const useUpLog = async ({ admin }: ProductWorld): Promise<void> => {
  for (let n = 0; n < 12; n += 1) {
    try {
      await admin.query(`select pg_logical_emit_message(false, 'soak', 'x'), pg_switch_wal()`)
    } catch {
      return
    }
  }
}

const isDown = async ({ admin }: ProductWorld): Promise<boolean> =>
  admin.query('select 1').then(
    () => false,
    () => true,
  )

export const diskFull: Part = {
  name: 'disk-full',
  about:
    'T8: the disk that data and log share fills up under load: refused with 503, nothing lost, back once there is room',
  covers: 'product',
  needs: ['linux', 'root'],
  units: { of: 'times', short: 0, full: 20 },
  share: 2,
  run: ({ random, goesOn }) =>
    withDisks((disks) => {
      const disk = disks.memory(DISK_MB)
      return inProductWorld({ stateDir: join(disk, 'state'), settings: { min_wal_size: '32MB' } }, async (world) => {
        const { servers, people, admin } = world
        const driver = startDriver({ urls: () => servers.map(({ url }) => url), people, clients: CLIENTS, random })
        let panics = 0
        for (let done = 0; goesOn(done); done += 1) {
          await driver.nextAck(BACK_WITHIN_MS)
          const makeRoom = fillUp(disk, LEFT_BYTES)
          await useUpLog(world)
          await untilFull(driver, FULL_WITHIN_MS)
          makeRoom()
          if (await isDown(world)) {
            panics += 1
            await world.restartDatabase()
          }
          await driver.nextAck(BACK_WITHIN_MS)
        }
        const { acknowledged, repeats } = await driver.finish()
        await driver.record.verify(admin)
        await world.check()
        return { acknowledged, repeats, 'times the database ended': panics }
      })
    }),
}
