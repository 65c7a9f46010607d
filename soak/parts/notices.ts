import { setTimeout as sleep } from 'node:timers/promises'
import { assert, assertNone, type Part } from '../frame/part.ts'
import { startDriver } from '../support/driver.ts'
import { inProductWorld, type ProductWorld } from '../support/product-world.ts'

const CLIENTS = 3
/** So many payments before a death: a thousand notices see some forty of them. */
const ACKS_BEFORE = 12
const BACK_WITHIN_MS = 60_000
/** A process that dies leaves jobs that others take up within half a minute. */
const TOLD_WITHIN_MS = 180_000
/** Mails that a process hands over at a time, each of which may be handed over and not noted when it dies. */
const UNDER_WAY = 2
/** The most that the sandbox lists at a time, and more than one person gets here. */
const MOST_MAILS = 500

/** How the process dies: whenever it happens to, or with a mail about to be handed over, or just handed over. */
const WAYS = ['at any moment', 'before a hand-over', 'after a hand-over'] as const

const UNTOLD = `
  select m.movement_id, m.type
    from movements m
    left join notifications n
      on n.owner_id = m.owner_id and n.object_id = m.movement_id and n.kind = m.type and n.variant = 'completed'
   where m.type in ('sent', 'received')
   group by m.movement_id, m.owner_id, m.type
  having count(n.notification_id) <> 1`

const WAITING = `
  select count(*)::int as count
    from graphile_worker._private_jobs jobs join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
   where tasks.identifier = 'mail.send' or tasks.identifier like 'notices.%'`

const TO_MAIL = `select notification_id as id from notifications where kind = 'received'`

type Mail = { headers: Record<string, string> }

/** Every mail that a person was sent. */
const mailsTo = async (sandboxUrl: string, email: string): Promise<Mail[]> => {
  const query = new URLSearchParams({ to: email, channel: 'email', limit: String(MOST_MAILS) })
  const response = await fetch(`${sandboxUrl}/inbox?${query.toString()}`, { headers: { accept: 'application/json' } })
  const mails = (await response.json()) as Mail[]
  assert(mails.length < MOST_MAILS, 'the box of a person is read to its end', { email })
  return mails
}

const untilTold = async ({ admin }: ProductWorld): Promise<void> => {
  for (const until = Date.now() + TOLD_WITHIN_MS; ; await sleep(250)) {
    const [untold, waiting] = await Promise.all([admin.query<object>(UNTOLD), admin.query<{ count: number }>(WAITING)])
    if (untold.rows.length === 0 && waiting.rows[0]?.count === 0) return
    if (Date.now() < until) continue
    assertNone(untold.rows, 'each side of a payment has it in its list, once')
    assert(false, 'what was to be sent is sent', waiting.rows)
  }
}

export const notices: Part = {
  name: 'notices',
  about:
    'T3: kill -9 of the process that notifies people, also at each hand-over of a mail: each side gets one notice of every payment, and a mail; a second copy has the same Message-ID',
  covers: 'product',
  needs: ['linux'],
  units: { of: 'notices', short: 0, full: 1_000 },
  share: 3,
  run: ({ random, goesOn }) =>
    inProductWorld({ people: 12 }, async (world) => {
      const { servers, people, admin, sandboxUrl } = world
      const deaths: Record<(typeof WAYS)[number], number> = {
        'at any moment': 0,
        'before a hand-over': 0,
        'after a hand-over': 0,
      }
      let told = 0
      for (let round = 0; goesOn(told); round += 1) {
        const way = WAYS[round % WAYS.length] ?? 'at any moment'
        const victim = random.pick(servers)
        const before = victim.deaths()
        if (way !== 'at any moment') {
          victim.failpoints(`provider.${way === 'before a hand-over' ? 'before' : 'after'}=kill@${random.int(1, 5)}`)
          await victim.restart()
        }
        const driver = startDriver({ urls: () => servers.map(({ url }) => url), people, clients: CLIENTS, random })
        for (const until = Date.now() + BACK_WITHIN_MS; driver.acks() < ACKS_BEFORE && Date.now() < until;)
          await sleep(20)
        if (way === 'at any moment') victim.signal('SIGKILL')
        for (const until = Date.now() + BACK_WITHIN_MS; victim.deaths() === before && Date.now() < until;)
          await sleep(20)
        assert(victim.deaths() > before, 'the process died', { way })
        deaths[way] += 1
        const { acknowledged } = await driver.finish()
        await driver.record.verify(admin)
        await victim.ready()
        told += acknowledged
      }
      const ended = performance.now()
      await untilTold(world)
      const lastTold = Math.round((performance.now() - ended) / 1_000)
      const mails = (await Promise.all(people.map(({ credentials }) => mailsTo(sandboxUrl, credentials.email)))).flat()
      const toMail = await admin.query<{ id: string }>(TO_MAIL)
      const byNotice = Map.groupBy(mails, ({ headers }) => headers['x-entity-ref-id'] ?? '')
      assertNone(
        toMail.rows.filter(({ id }) => !byNotice.has(id)),
        'every payee has a mail about it',
      )
      const copies = toMail.rows.map(({ id }) => byNotice.get(id) ?? [])
      assertNone(
        copies.filter((same) => new Set(same.map(({ headers }) => headers['message-id'])).size !== 1),
        'all copies of a mail have one Message-ID',
      )
      const sent = copies.flat().length
      const twice = sent - copies.length
      const died = Object.values(deaths).reduce((sum, count) => sum + count, 0)
      assert(twice <= died * UNDER_WAY, 'only what was under way at a death is mailed twice', { twice, deaths })
      await world.check()
      return { ...deaths, mailed: copies.length, 'mailed again': twice, 'last told after s': lastTold }
    }),
}
