/**
 * What a power cut leaves is what had reached the disk. The database lies on a file system inside an image, which lies on
 * a second file system; freezing that second one holds every write, a copy of the image is the disk at that moment, and
 * everything that was only in memory is missing from it. A killed process shows nothing of the kind: the system still
 * writes what it had been given.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { aSend, aUser } from '@puente/ledger/testing'
import { assert, type Part } from '../frame/part.ts'
import type { Random } from '../frame/random.ts'
import { startLedgerWorld } from '../support/ledger-world.ts'
import { createRecord, type TellTale } from '../support/record.ts'
import { type Disks, program, withDisks } from '../support/small-disks.ts'

const OUTER_MB = 1_400
const INNER_MB = 900
const CLIENTS = 8
const DATABASE = 'state'

// Keeps the server from flushing on its own during the experiment, whether after a time or after an amount.
const careless = { synchronous_commit: 'off', wal_writer_delay: '10s', wal_writer_flush_after: '1GB' }

/** Loads a database on a disk of its own and copies what the disk holds at some moment, with the record up to then. */
const cut = async (disks: Disks, random: Random, settings: Record<string, string>) => {
  const outer = disks.image(join(disks.folder, 'outer.img'), OUTER_MB)
  const inner = disks.image(join(outer, 'inner.img'), INNER_MB)
  const world = await startLedgerWorld({ stateDir: join(inner, DATABASE), settings })
  const record = createRecord()
  const image = join(disks.folder, 'cut.img')
  try {
    const users = await Promise.all(Array.from({ length: CLIENTS }, () => aUser(world.ledger, 1_000_000n)))
    // The people and the first start are not part of the experiment.
    await world.admin.query('checkpoint')
    program('sync', '-f', inner)
    let isOver = false
    const load = Promise.all(
      users.map(async (from, n) => {
        while (!isOver) {
          const send = aSend(from, users[(n + 1) % CLIENTS] ?? from, 1n)
          await world.ledger.post(send)
          if (!isOver) record.accepted(send)
        }
      }),
    )
    await sleep(random.int(300, 1_200))
    isOver = true
    program('fsfreeze', '-f', outer)
    try {
      program('cp', '--sparse=always', join(outer, 'inner.img'), image)
    } finally {
      program('fsfreeze', '-u', outer)
    }
    await load
  } finally {
    await world.stop()
    disks.unmount(inner)
    disks.unmount(outer)
    rmSync(join(disks.folder, 'outer.img'))
  }
  return { image, record }
}

/** Starts the database from the image, as after the power is back; true when everything on the record is there. */
const isAllThere = async (disks: Disks, image: string, record: TellTale): Promise<boolean> => {
  const folder = disks.mount(image)
  const home = join(folder, DATABASE, 'postgres')
  // The processes these name live on another machine now, so to speak.
  rmSync(join(home, 'owner'), { recursive: true, force: true })
  rmSync(join(home, 'data', 'postmaster.pid'), { force: true })
  try {
    const world = await startLedgerWorld({ stateDir: join(folder, DATABASE), isMade: true })
    try {
      await world.check()
      return await record.verify(world.admin).then(
        () => true,
        () => false,
      )
    } finally {
      await world.stop()
    }
  } finally {
    disks.unmount(folder)
    rmSync(image)
  }
}

export const powerCut: Part = {
  name: 'power-cut',
  about:
    'T4: the disk as a power cut leaves it holds all that was acknowledged; without synchronous commits it must not',
  covers: 'ledger',
  needs: ['linux', 'root', 'program:mkfs.ext4', 'program:fsfreeze', 'program:losetup'],
  units: { of: 'cuts', short: 0, full: 20 },
  share: 3,
  run: ({ random, goesOn, say }) =>
    withDisks(async (disks) => {
      const control = await cut(disks, random, careless)
      const { accepted: toldInControl } = control.record.count()
      const isControlWhole = await isAllThere(disks, control.image, control.record)
      assert(!isControlWhole, 'the experiment shows a loss where there must be one', { toldInControl })
      say(`control with synchronous_commit=off: lost some of ${toldInControl}`)
      let acknowledged = 0
      for (let done = 0; goesOn(done); done += 1) {
        const { image, record } = await cut(disks, random, {})
        acknowledged += record.count().accepted
        assert(await isAllThere(disks, image, record), 'I2: what was acknowledged survives a power cut', { done })
      }
      return { acknowledged, lost: 0, 'told in the control': toldInControl }
    }),
}
