/**
 * The disk with the database is lost. What is left is a backup taken while money moved, and the segments of the log that
 * were archived until then. The database comes back twice: as at the end of the archive, and as at a moment before. Each
 * time a client's own record says what must be there; then the books, the seals and a payment are tried.
 */
import { randomUUID } from 'node:crypto'
import { chmodSync, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createLedger } from '@puente/ledger'
import { aCommand, move } from '@puente/ledger/testing'
import { archiveNow, backUp, restore, type RestoreOptions } from '@puente/postgres'
import { assert, assertNone, type Context, type Part } from '../frame/part.ts'
import { type Driver, startDriver } from '../support/driver.ts'
import { LEDGER_OPTIONS } from '../support/ledger-options.ts'
import { atOnce } from '../support/ledger-world.ts'
import { inProductWorld, type ProductWorld } from '../support/product-world.ts'
import type { TellTale } from '../support/record.ts'

const CLIENTS = 8
const ACK_WITHIN_MS = 60_000
/** Journals that are there before anything happens. */
const JOURNALS = { full: 1_000_000, otherwise: 2_000 }
const POSTING_AT_ONCE = 1_024
const SERVING_WITHIN_MS = 15 * 60_000

type Moments = {
  record: TellTale
  /** What had been told when the clock showed `until`, and when the last segment was closed. */
  toldUntil: number
  toldArchived: number
  until: Date
}

/** Between house accounts, so that no rows for people are needed: the nightly check may run at any time. */
const fill = async ({ admin }: ProductWorld, journals: number): Promise<void> => {
  const ledger = createLedger({ pool: admin, ...LEDGER_OPTIONS })
  try {
    const ownerId = randomUUID()
    const [from, to] = [ledger.house('settlement:card', ownerId), ledger.house('clearing:card', ownerId)]
    let left = journals
    await atOnce(Math.min(POSTING_AT_ONCE, journals), async () => {
      while (left > 0) {
        left -= 1
        await ledger.post(aCommand(ownerId, { legs: move(from, to, 1n) }))
      }
    })
  } finally {
    await ledger.close()
  }
}

const moreAcks = async (driver: Driver, { random }: Context): Promise<void> => {
  await driver.nextAck(ACK_WITHIN_MS)
  await sleep(random.int(300, 1_500))
  await driver.nextAck(ACK_WITHIN_MS)
}

/** Saves a database while people pay one another, and loses it. */
const lose = async (folder: string, context: Context) => {
  const archiveDir = join(folder, 'archive')
  const stateDir = join(folder, 'lost')
  const journals = context.extent === 'full' ? JOURNALS.full : JOURNALS.otherwise
  return inProductWorld({ stateDir, archiveDir }, async (world) => {
    await fill(world, journals)
    const { servers, people } = world
    const { superuserUrl, dataDir } = world.cluster()
    const urls = () => servers.map(({ url }) => url)
    const driver = startDriver({ urls, people, clients: CLIENTS, random: context.random })
    await moreAcks(driver, context)
    const backup = await backUp({ superuserUrl, dataDir, target: join(folder, 'backup') })
    await moreAcks(driver, context)
    const toldUntil = driver.record.told()
    // The clock here cuts microseconds off.
    const until = new Date(Date.now() + 1)
    await moreAcks(driver, context)
    const toldArchived = driver.record.told()
    await archiveNow({ superuserUrl, archiveDir })
    await moreAcks(driver, context)
    await driver.finish()
    const moments: Moments = { record: driver.record, toldUntil, toldArchived, until }
    return { moments, backup, journals: journals + driver.acks() }
  })
}

const mustHold = async ({ admin }: ProductWorld, { record }: Moments, to: number): Promise<void> => {
  const { missing, contradictions } = await record.compare(admin, { from: 0, to })
  assert(missing === 0, 'I2: what was acknowledged before that moment is there', { missing, of: to })
  assertNone(contradictions, 'I2: answers given before that moment are true')
}

/** How many of those told later are missing, as they must be: a payment is there or it is not, never in part. */
const missingAfter = async ({ admin }: ProductWorld, { record }: Moments, from: number): Promise<number> => {
  const { missing, contradictions } = await record.compare(admin, { from, to: record.told() })
  assertNone(contradictions, 'I2: what was answered later is there as answered, or not at all')
  return missing
}

/** Restores and starts everything; answers when the first payment is through. */
const bringBack = async (
  source: Omit<RestoreOptions, 'stateDir'>,
  { folder, secrets, context }: { folder: string; secrets: string; context: Context },
  look: (world: ProductWorld) => Promise<void>,
): Promise<{ filesMs: number; servingMs: number; sealed: number }> => {
  const stateDir = join(folder, 'back')
  const started = performance.now()
  await restore({ ...source, stateDir })
  // Kept apart from the backup, as they are in production: without them no personal data can be read.
  cpSync(secrets, join(stateDir, 'secrets'), {
    recursive: true,
    filter: (path) => !path.endsWith('postgres-superuser'),
  })
  const filesMs = performance.now() - started
  try {
    return await inProductWorld({ stateDir, servers: 1, people: 2 }, async (world) => {
      const urls = () => world.servers.map(({ url }) => url)
      const driver = startDriver({ urls, people: world.people, clients: 2, random: context.random })
      await driver.nextAck(ACK_WITHIN_MS)
      const servingMs = performance.now() - started
      assert(servingMs < SERVING_WITHIN_MS, 'service is back within a quarter of an hour', { servingMs })
      await driver.finish()
      await driver.record.verify(world.admin)
      await look(world)
      await world.check()
      return { filesMs, servingMs, sealed: await world.checkSeals() }
    })
  } finally {
    rmSync(stateDir, { recursive: true, force: true })
  }
}

const oneLoss = async (context: Context) => {
  const folder = mkdtempSync(join(tmpdir(), 'puente-restore-'))
  // The account that PostgreSQL runs as has to get through.
  chmodSync(folder, 0o711)
  try {
    const { moments, backup, journals } = await lose(folder, context)
    const secrets = join(folder, 'secrets')
    cpSync(join(folder, 'lost', 'secrets'), secrets, { recursive: true })
    rmSync(join(folder, 'lost'), { recursive: true })
    const source = { source: backup.target, archiveDir: join(folder, 'archive') }
    const place = { folder, secrets, context }
    let lost = 0
    const atEnd = await bringBack(source, place, async (world) => {
      await mustHold(world, moments, moments.toldArchived)
      lost = await missingAfter(world, moments, moments.toldArchived)
    })
    const atMoment = await bringBack({ ...source, until: moments.until }, place, async (world) => {
      await mustHold(world, moments, moments.toldUntil)
      const missing = await missingAfter(world, moments, moments.toldUntil)
      const present = moments.record.told() - moments.toldUntil - missing
      assert(present <= CLIENTS, 'of what came later only what was under way at that moment is there', { present })
    })
    return { journals, backup, told: moments.record.told(), lost, atEnd, atMoment }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const seconds = (ms: number): number => Math.round(ms / 100) / 10

export const restorePart: Part = {
  name: 'restore',
  about:
    'T17: a backup taken under load and the archived log bring everything back, to the last segment and to a moment before',
  covers: 'product',
  needs: ['linux'],
  units: { of: 'losses', short: 1, full: 3 },
  share: 3,
  run: async (context) => {
    const seen: Awaited<ReturnType<typeof oneLoss>>[] = []
    while (context.goesOn(seen.length)) {
      const one = await oneLoss(context)
      context.say(
        `${one.journals} journals: backup ${seconds(one.backup.tookMs)} s, serving after ${seconds(one.atEnd.servingMs)} s`,
      )
      seen.push(one)
    }
    const longest = (of: (one: (typeof seen)[number]) => number): number => seconds(Math.max(...seen.map(of)))
    const sum = (of: (one: (typeof seen)[number]) => number): number => seen.reduce((all, one) => all + of(one), 0)
    return {
      journals: Math.max(...seen.map(({ journals }) => journals)),
      told: sum(({ told }) => told),
      'told after the last segment and gone': sum(({ lost }) => lost),
      'backup s': longest(({ backup }) => backup.tookMs),
      'backup MB': Math.round(Math.max(...seen.map(({ backup }) => backup.bytes)) / 1_000_000),
      'files back s': longest(({ atEnd }) => atEnd.filesMs),
      'serving again s': longest(({ atEnd }) => atEnd.servingMs),
      'serving as at a moment s': longest(({ atMoment }) => atMoment.servingMs),
      'rows under seals': Math.max(...seen.map(({ atEnd }) => atEnd.sealed)),
    }
  },
}
