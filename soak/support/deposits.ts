/** Card deposits as a person makes them: started under a key, paid on the provider's page, credited in the end. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { uuidOf } from '@puente/contract'
import { assert } from '../frame/part.ts'
import { ANSWER_MS, type Person } from './people.ts'
import type { ProductWorld } from './product-world.ts'

type World = Pick<ProductWorld, 'servers' | 'sandboxUrl' | 'admin'>

/** A page whose opening was interrupted is opened by the sweep, which comes every minute. */
const CREDITED_WITHIN_MS = 240_000
const PAUSE_MS = 250

const DEPOSIT_CENTS = 1_000

/** Told of every single call: how long it took, and whether any answer came in time. */
export type OnCall = (tookMs: number, isAnswered: boolean) => void

/** A deposit that the person may now pay for: its movement as a bare id, and the person's screen. */
export type Deposit = { ref: string; sendSessionId: string }

type Started = { isAnswered: boolean; deposit: Deposit | null }

const headersOf = async (url: string, person: Person): Promise<Record<string, string>> => ({
  'content-type': 'application/json',
  authorization: `Bearer ${await person.bearer(url)}`,
})

const startOnce = async (url: string, person: Person, key: string): Promise<Started> => {
  try {
    const response = await fetch(`${url}/api/deposit/start`, {
      method: 'POST',
      headers: { ...(await headersOf(url, person)), 'idempotency-key': key },
      body: JSON.stringify({ method: 'card', amount: DEPOSIT_CENTS, currency: 'USD' }),
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    const answer = (await response.json()) as { data?: { transactionId: string; sendSessionId: string } }
    const ref = uuidOf(answer.data?.transactionId ?? '', 'txn')
    const isLater = response.status === 503 || response.status === 429
    assert(ref !== null || isLater, 'a deposit is started or to be asked again', answer)
    return { isAnswered: true, deposit: ref === null ? null : { ref, sendSessionId: answer.data?.sendSessionId ?? '' } }
  } catch (error) {
    if (error instanceof Error && error.name === 'Broken') throw error
    return { isAnswered: false, deposit: null }
  }
}

/** Repeats the call with the same key until an answer comes. */
export const startDeposit = async (
  { servers }: Pick<World, 'servers'>,
  person: Person,
  turn: number,
  onCall: OnCall = () => {},
): Promise<Deposit> => {
  const key = randomUUID()
  for (let tries = 0; ; tries += 1) {
    const url = servers[(turn + tries) % servers.length]?.url ?? ''
    const started = performance.now()
    const { isAnswered, deposit } = await startOnce(url, person, key)
    onCall(Math.round(performance.now() - started), isAnswered)
    if (deposit !== null) return deposit
    await sleep(PAUSE_MS)
  }
}

/** Pays the page, as the person would; false while there is none. */
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
    assert(Date.now() - started < CREDITED_WITHIN_MS, what)
}

/** The person looks at the payment's screen, which has the provider asked. */
const look = async ({ servers }: World, person: Person, { sendSessionId }: Deposit): Promise<void> => {
  const url = servers[0]?.url ?? ''
  const { authorization = '' } = await headersOf(url, person)
  const response = await fetch(`${url}/api/payments/session/get?id=${sendSessionId}`, { headers: { authorization } })
  await response.arrayBuffer()
}

/** Pays as soon as there is a page, and waits for the money; `watcher` keeps looking at the screen meanwhile. */
export const payAndGetCredited = async (world: World, deposit: Deposit, watcher?: Person): Promise<void> => {
  const after = async (done: Promise<boolean>): Promise<boolean> => {
    const isDone = await done
    if (!isDone && watcher) await look(world, watcher, deposit)
    return isDone
  }
  await until('a page is opened in the end', () => after(pay(world, deposit.ref)))
  await until('a payment is credited in the end', () => after(isCredited(world, deposit.ref)))
}

const SWEEP_EVERY_MS = 1_000

/**
 * Runs the sweep every second instead of every minute, through the queue as the timetable does; the returned function
 * stops that. Only the pause between two sweeps gets shorter: leases of a dead server still have to expire.
 */
export const hurrySweeps = ({ admin }: Pick<World, 'admin'>): (() => Promise<void>) => {
  const over = new AbortController()
  const hurrying = (async () => {
    while (!over.signal.aborted) {
      await admin.query('update open_operations set look_at = now() where look_at > now()')
      await admin.query(`select graphile_worker.add_job('payments.sweep', '{}', job_key := 'timetable:payments.sweep')`)
      await sleep(SWEEP_EVERY_MS, null, { signal: over.signal }).catch(() => {})
    }
  })()
  hurrying.catch(() => {}) // awaiting the returned function surfaces the error
  return () => {
    over.abort()
    return hurrying
  }
}

const CREDITS = `
  select count(*)::int as credits, coalesce(sum(amount_cents), 0)::int as cents from entries
   where owner_id = $1 and account = 'wallet' and kind = 'deposit.card'`

/** Throws `Broken` unless each person was credited, and the provider charged, exactly once for each payment. */
export const checkDeposits = async (
  { admin, sandboxUrl }: World,
  paid: ReadonlyMap<string, number>,
): Promise<{ charges: number }> => {
  for (const [personId, wanted] of paid) {
    const { rows } = await admin.query<{ credits: number; cents: number }>(CREDITS, [personId])
    const isRight = rows[0]?.credits === wanted && rows[0].cents === wanted * DEPOSIT_CENTS
    assert(isRight, 'I3: one credit per payment', { rows, wanted })
  }
  const response = await fetch(`${sandboxUrl}/book?provider=card`)
  const book = (await response.json()) as { kind: string; ref: string }[]
  const charges = book.filter(({ kind }) => kind === 'charge')
  const wanted = [...paid.values()].reduce((sum, one) => sum + one, 0)
  const isOnce = new Set(charges.map(({ ref }) => ref)).size === charges.length && charges.length === wanted
  assert(isOnce, 'I6: the provider charged each deposit once', { charges: charges.length, wanted })
  return { charges: charges.length }
}
