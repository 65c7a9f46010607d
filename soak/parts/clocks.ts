/**
 * Sets clocks forward and back while people send: those of the servers, of the database, of both, or of one server. The
 * time decides how much a person may still send and whether a session or a link has expired; never how much money there
 * is.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { assert, assertNone, type Part } from '../frame/part.ts'
import { isLinkOver, requestLink } from '../support/links.ts'
import { createMovedClocks, type MovedClock } from '../support/moved-clocks.ts'
import { aPerson, type Person } from '../support/people.ts'
import { inProductWorld, type ProductWorld } from '../support/product-world.ts'
import { createRecord, type TellTale } from '../support/record.ts'
import { aSession, sendUntilAnswered, type Session, walkHistory } from '../support/sessions.ts'

const SERVERS = 2
const HOUR_S = 3_600
const DAY_S = 86_400
/** What a person of the highest tier may send within the product in 24 hours. */
const DAY_CENTS = 250_000
const AMOUNT_CENTS = 60_000
const SENDS = 6
const FUNDS_CENTS = 750_000

/** Seconds until a moment of the calendar, a little before it, so that it passes meanwhile. */
const until = (moment: Date): number => Math.round((moment.getTime() - Date.now()) / 1_000) - 3

const monthEnd = (): Date => {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1))
}

/** When clocks in New York are next put forward or back. */
const summerTime = (): Date => {
  const zone = new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', timeZoneName: 'longOffset' })
  const offsetAt = (at: number): string | undefined =>
    zone.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value
  const hour = HOUR_S * 1_000
  let at = Math.ceil(Date.now() / hour) * hour
  while (offsetAt(at) === offsetAt(at - hour)) at += hour
  return new Date(at)
}

const moves: Record<string, () => number> = {
  'two seconds on': () => 2,
  'two seconds back': () => -2,
  'an hour on': () => HOUR_S,
  'an hour back': () => -HOUR_S,
  'three days on': () => 3 * DAY_S,
  'the end of a month': () => until(monthEnd()),
  'summer time': () => until(summerTime()),
}
const MOVES = Object.entries(moves)

type Clocks = { servers: MovedClock[]; database: MovedClock }

const whose: Record<string, (clocks: Clocks) => MovedClock[]> = {
  everybody: ({ servers, database }) => [...servers, database],
  'the servers': ({ servers }) => servers,
  'the database': ({ database }) => [database],
  'one server': ({ servers }) => servers.slice(0, 1),
}
const WHOSE = Object.entries(whose)

/** Sends as much as goes; what is over the limit is refused with `limitExceeded`. Answers how many were accepted. */
const spend = async (session: Session, payee: Person, record: TellTale): Promise<number> => {
  let accepted = 0
  for (let n = 0; n < SENDS; n += 1) {
    const key = randomUUID()
    const body = { toUser: payee.userId, amount: AMOUNT_CENTS, currency: 'USD' }
    const { transferId, code } = await sendUntilAnswered(session, key, body)
    assert(transferId !== null || code === 'limitExceeded', 'a send is accepted or exceeds the limit', { code })
    if (transferId === null) continue
    record.accepted({ ownerId: session.person.id, key, transferId })
    accepted += 1
  }
  return accepted
}

/** People who sent more than the limit within a day, by the times at which their sends were counted. */
const OVER_LIMIT = `
  select owner_id, at, in_a_day from (
    select owner_id, at, sum(amount_cents) over (
             partition by owner_id order by at range between interval '1 day' - interval '1 microsecond' preceding
                                                          and current row) as in_a_day
      from limit_usage where given_back_at is null and operations like '%inApp%') as used
   where in_a_day > $1`

/** A figure that tells how long something takes or has waited, and is below zero. */
const negativeAges = async ({ servers }: ProductWorld): Promise<string[]> => {
  const texts = await Promise.all(
    servers.map(({ internalUrl }) => fetch(`${internalUrl}/metrics`).then((response) => response.text())),
  )
  return texts.flatMap((text) => text.split('\n')).filter((line) => /^\w+_seconds\S* -/.test(line))
}

export const clocks: Part = {
  name: 'clocks',
  about:
    'T9: clocks of servers and database are set on and back by seconds to months: limits hold, what is over never revives',
  covers: 'product',
  needs: ['linux', 'library:libfaketime'],
  units: { of: 'moves', short: 0, full: 60 },
  share: 2,
  run: async ({ random, goesOn, say }) => {
    const moved = createMovedClocks()
    const all: Clocks = {
      servers: Array.from({ length: SERVERS }, (_, n) => moved.clock(`server-${n}`)),
      database: moved.clock('database'),
    }
    try {
      const options = {
        servers: SERVERS,
        people: 1,
        databaseEnv: all.database.env,
        serverEnv: (n: number) => all.servers[n]?.env ?? {},
      }
      return await inProductWorld(options, async (world) => {
        const { servers, admin } = world
        const record = createRecord()
        const figures = { accepted: 0, 'sessions over': 0, 'links over': 0, 'rows walked': 0 }
        const first = servers[0]?.url ?? ''
        for (let done = 0; goesOn(done); done += 1) {
          const [move, seconds] = MOVES[done % MOVES.length] ?? ['', () => 0]
          const [who, clocksOf] = random.pick(WHOSE)
          say(`${move}: ${who}`)
          const [payer, payee] = [await aPerson(first, admin, FUNDS_CENTS), await aPerson(first, admin, 100)]
          const session = await aSession(first, payer)
          const link = await requestLink(world, payer)
          const spendSomewhere = async (): Promise<Session> => {
            const somewhere = await aSession(random.pick(servers).url, payer)
            figures.accepted += await spend(somewhere, payee, record)
            return somewhere
          }
          await spendSomewhere()
          const by = seconds()
          for (const clock of clocksOf(all)) clock.set(by)
          const over = { session: await session.isOver(), link: await isLinkOver(world, link) }
          await spendSomewhere()
          await sleep(random.int(200, 4_000))
          for (const clock of clocksOf(all)) clock.set(0)
          const after = { session: await session.isOver(), link: await isLinkOver(world, link) }
          assert(after.session >= over.session, 'a session that was over never revives', { move, who })
          assert(after.link >= over.link, 'a link that was over never revives', { move, who })
          assert(Math.abs(by) > 2 || !after.session, 'two seconds end no session', { move, who })
          figures['sessions over'] += Number(over.session)
          figures['links over'] += Number(over.link)
          const last = await spendSomewhere()
          figures['rows walked'] += await walkHistory(admin, last)
          assertNone(await negativeAges(world), 'nothing is younger than nothing')
          assertNone((await admin.query<object>(OVER_LIMIT, [DAY_CENTS])).rows, 'P7: no day has more than its limit')
          await record.verify(admin)
        }
        await world.check()
        return { ...figures }
      })
    } finally {
      moved.remove()
    }
  },
}
