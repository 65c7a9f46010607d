import { setTimeout as sleep } from 'node:timers/promises'
import { assert, type Part } from '../frame/part.ts'
import type { Random } from '../frame/random.ts'
import { startDriver } from '../support/driver.ts'
import { aPerson, type Person } from '../support/people.ts'
import { inProductWorld, type ProductWorld } from '../support/product-world.ts'
import type { ServerProcess } from '../support/server-process.ts'

const STAGES = [
  'batch.locked',
  'batch.decided',
  'batch.written',
  'batch.committed',
  'seal.write',
  'session.rotated',
] as const
type Stage = (typeof STAGES)[number]

const CLIENTS = 8
const BACK_WITHIN_MS = 60_000
const CHECK_EVERY = 12
/** The status that a closed session gets. */
const REFUSED = 401

/** Batches pass many times a second, a sealer once or twice, and a session rotates only on request. */
const passingOf = (stage: Stage, random: Random): number =>
  stage === 'session.rotated' ? 1 : random.int(1, stage === 'seal.write' ? 4 : 40)

const until = async (holds: () => boolean | Promise<boolean>, promise: string, evidence: object): Promise<void> => {
  for (const started = Date.now(); !(await holds()); await sleep(20))
    assert(Date.now() - started < BACK_WITHIN_MS, promise, evidence)
}

const ROTATIONS = `select count(*)::int as count from audit_log where actor_id = $1 and action = 'session.unlocked'`

/**
 * The server dies between the commit and the answer: the old cookie is dead, and the new one never reached its owner.
 */
const dieInRotation = async ({ admin }: ProductWorld, victim: ServerProcess, person: Person): Promise<void> => {
  const count = async (): Promise<number> =>
    (await admin.query<{ count: number }>(ROTATIONS, [person.id])).rows[0]?.count ?? 0
  const before = await count()
  const deaths = victim.deaths()
  const first = await person.rotate(victim.url)
  assert(first === null, 'a rotation whose server dies is not answered', { status: first })
  await until(() => victim.deaths() > deaths, 'the server died', {})
  await victim.ready()
  assert((await count()) === before + 1, 'I3 I7: a rotation happened once and is in the audit trail once')
  let status: number | null = null
  await until(async () => (status = await person.rotate(victim.url)) !== null, 'the server answers again', {})
  assert(status === REFUSED, 'a cookie that was replaced is dead, whether its successor arrived or not', { status })
  await person.signIn(victim.url)
  const last = await person.rotate(victim.url)
  assert(last === 200, 'a person who signed in again can go on', { status: last })
}

const SEALS = 'select count(*)::int as count from entry_seals'

/** The process dies at exactly the stages where it would hurt. */
export const failpoints: Part = {
  name: 'failpoints',
  about:
    'T2: a server dies by kill -9 inside every stage of a batch, before a seal and after a new cookie: nothing lost or doubled',
  covers: 'product',
  needs: ['linux'],
  units: { of: 'deaths', short: 3, full: 300 },
  share: 4,
  run: ({ random, goesOn }) =>
    inProductWorld({}, async (world) => {
      const { servers, people, admin } = world
      const guest = await aPerson(servers[0]?.url ?? '', admin, 100)
      const driver = startDriver({ urls: () => servers.map(({ url }) => url), people, clients: CLIENTS, random })
      const seals = async (): Promise<number> => (await admin.query<{ count: number }>(SEALS)).rows[0]?.count ?? 0
      const died: Record<string, number> = {}
      const first = random.int(0, STAGES.length - 1)
      for (let done = 0; goesOn(done); done += 1) {
        const stage = STAGES[(first + done) % STAGES.length] ?? 'batch.locked'
        const victim = random.pick(servers)
        const before = victim.deaths()
        // A server that dies takes along what it had set aside of every budget of calls; of so many that would be all.
        await admin.query(`delete from rate_counters where key like 'route:%'`)
        victim.failpoints(`${stage}=kill@${passingOf(stage, random)}`)
        await victim.restart()
        if (stage === 'session.rotated') await dieInRotation(world, victim, guest)
        await until(() => victim.deaths() > before, 'the armed point is met', { stage })
        died[stage] = (died[stage] ?? 0) + 1
        await victim.ready()
        await driver.nextAck(BACK_WITHIN_MS)
        if (stage === 'seal.write') {
          const sealed = await seals()
          await until(async () => (await seals()) > sealed, 'sealing goes on', { sealed })
        }
        await driver.record.verify(admin)
        if (done % CHECK_EVERY === CHECK_EVERY - 1) await world.checkSeals()
      }
      const { acknowledged, repeats } = await driver.finish()
      await driver.record.verify(admin)
      await world.check()
      return { ...died, acknowledged, repeats, 'rows under seals': await world.checkSeals() }
    }),
}
