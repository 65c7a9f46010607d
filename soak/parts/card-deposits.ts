import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { uuidOf } from '@puente/contract'
import { must, type Part } from '../frame/part.ts'
import { ANSWER_MS } from '../support/driver.ts'
import type { Person } from '../support/people.ts'
import { inProductWorld, type ProductWorld } from '../support/product-world.ts'

const POINTS = ['provider.before', 'provider.after', 'webhook.stored', 'webhook.applied', 'outbox.claimed'] as const
const DEPOSITS_AT_ONCE = 4
const DEPOSIT_CENTS = 1_000
/** A page whose opening was interrupted is opened by the sweep, which comes every minute. */
const CREDITED_WITHIN_MS = 240_000
const PAUSE_MS = 250

type World = Pick<ProductWorld, 'servers' | 'sandboxUrl' | 'admin'>

/** Asks with the same key until somebody answers; the bare id of the movement. */
const startDeposit = async ({ servers }: World, person: Person, turn: number): Promise<string> => {
  const key = randomUUID()
  for (let tries = 0; ; tries += 1) {
    const url = servers[(turn + tries) % servers.length]?.url ?? ''
    try {
      const response = await fetch(`${url}/api/deposit/start`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${await person.bearer(url)}`,
          'idempotency-key': key,
        },
        body: JSON.stringify({ method: 'card', amount: DEPOSIT_CENTS, currency: 'USD' }),
        signal: AbortSignal.timeout(ANSWER_MS),
      })
      const answer = (await response.json()) as { data?: { transactionId: string }; code?: string }
      const id = uuidOf(answer.data?.transactionId ?? '', 'txn')
      if (id !== null) return id
      must(response.status === 503 || response.status === 429, 'a deposit is started or to be asked again', answer)
    } catch (error) {
      if (error instanceof Error && error.name === 'Broken') throw error
    }
    await sleep(PAUSE_MS)
  }
}

/** Pays the page as soon as it is there, as the person would; false while it is not. */
const pay = async ({ sandboxUrl }: World, ref: string): Promise<boolean> => {
  const response = await fetch(`${sandboxUrl}/card/sessions/${ref}/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  await response.arrayBuffer()
  return response.ok || response.status === 409
}

const isCredited = async ({ admin }: World, ref: string): Promise<boolean> => {
  const { rows } = await admin.query<{ state: string }>('select state from movements where movement_id = $1', [ref])
  return rows[0]?.state === 'COMPLETED'
}

const until = async (what: string, ask: () => Promise<boolean>): Promise<void> => {
  for (const started = Date.now(); !(await ask()); await sleep(PAUSE_MS))
    must(Date.now() - started < CREDITED_WITHIN_MS, what)
}

const CREDITS = `
  select count(*)::int as credits, sum(amount_cents)::int as cents from entries
   where owner_id = $1 and account = 'wallet' and kind = 'deposit.card'`

/** A server dies at every stage of a payment that another party takes part in; the person only pays, once. */
export const cardDeposits: Part = {
  name: 'card-deposits',
  about: 'T2: a server dies before and after it calls the card provider, and around its events: one charge, one credit',
  needs: ['linux'],
  units: { of: 'deposits', short: 0, full: 500 },
  share: 3,
  run: ({ goesOn }) =>
    inProductWorld({ people: DEPOSITS_AT_ONCE }, async (world) => {
      const { servers, people, admin } = world
      const paid = new Map(people.map(({ id }) => [id, 0]))
      let done = 0
      let round = 0
      for (; goesOn(done); done += DEPOSITS_AT_ONCE) {
        const point = POINTS[round % POINTS.length] ?? 'provider.before'
        const victim = servers[0]
        victim?.failpoints(`${point}=kill@1`)
        await victim?.restart()
        await Promise.all(
          people.map(async (person) => {
            const ref = await startDeposit(world, person, round)
            await until('a page is opened in the end', () => pay(world, ref))
            await until('a payment is credited in the end', () => isCredited(world, ref))
            paid.set(person.id, (paid.get(person.id) ?? 0) + 1)
          }),
        )
        await victim?.ready()
        round += 1
      }
      for (const { id } of people) {
        const { rows } = await admin.query<{ credits: number; cents: number }>(CREDITS, [id])
        const wanted = paid.get(id) ?? 0
        must(
          rows[0]?.credits === wanted && rows[0].cents === wanted * DEPOSIT_CENTS,
          'I3: one credit per payment',
          rows,
        )
      }
      const response = await fetch(`${world.sandboxUrl}/book?provider=card`)
      const book = (await response.json()) as { kind: string; ref: string }[]
      const charges = book.filter(({ kind }) => kind === 'charge')
      must(
        new Set(charges.map(({ ref }) => ref)).size === charges.length && charges.length === done,
        'I6: the provider charged each deposit once',
        { charges: charges.length, done },
      )
      await world.check()
      return { deaths: servers[0]?.deaths() ?? 0, charges: charges.length }
    }),
}
