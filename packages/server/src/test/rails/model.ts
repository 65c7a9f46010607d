/**
 * Random histories over all rails together, beside the simplest model there is: what each payment did to whom, as its
 * provider's book has it. Now and then everything is brought to rest, and our balances must be the model's. In the end a
 * hundred days have passed, and every provider's own report must say what our books say, fees included.
 */
import { transactionId } from '@puente/contract'
import { sweepPayments } from '#features/rails/sweep-payments.ts'
import { ProviderError } from '#providers/types.ts'
import type { TestApp } from '../app.ts'
import { signedIn } from '../factories.ts'
import type { TestUser } from '../factories.ts'
import { withdrawalsIn } from '../withdrawals.ts'
import { rails } from './all.ts'
import { FAULTS, seeded } from './chance.ts'
import type { Parties, RailDriver } from './driver.ts'
import { reconciledSince } from './reconciled.ts'

const PEOPLE = 4
const START_CENTS = 1_000_00
const LOOK_EVERY_S = 180
const HOUR_S = 3_600
/** Past it nothing can come back any more, and nobody is asked. */
const END_S = 100 * 24 * HOUR_S

const IMPATIENT_MS = 200

type Payment = { rail: string; driver: RailDriver; parties: Parties; ref: string; takenCents: number; isBack: boolean }
type Row = { state: string; amount: number; total: number }
const NOTHING: Row = { state: '', amount: 0, total: 0 }
type Delivery = { id: string }

export type History = { operations: number; payments: number; completed: number; ended: number; log: string[] }

export type Play = {
  seed: number
  operations: number
  /** After how many operations everything is brought to rest and compared: 1 finds the very step, and is slow. */
  restEvery: number
  /** Before anything happened in this world. */
  since: Date
}

/** Throws with the last steps, and how to come there again, when our books and the model differ. */
export const playHistory = async (app: TestApp, { seed, operations, restEvery, since }: Play): Promise<History> => {
  const pick = seeded(seed)
  const { services } = app
  const { db, ledger } = services
  const people: TestUser[] = []
  for (let n = 0; n < PEOPLE; n += 1) people.push(await withdrawalsIn(app).aWithdrawer({ free: n % 2 === 0 }))
  const ids = people.map(({ id }) => id)
  const drivers = Object.entries(rails).map(([rail, driverOf]) => ({ rail, driver: driverOf(app) }))
  const payments: Payment[] = []
  const log: string[] = []
  let done = 0
  const rows = async <One extends object>(text: string, values: unknown[] = []): Promise<One[]> =>
    (await db.pool.query<One>(text, values)).rows
  const hold = (isRight: boolean, promise: string, evidence: unknown): void => {
    if (isRight) return
    const shown = JSON.stringify(evidence, (_key, value: unknown) => (typeof value === 'bigint' ? `${value}` : value))
    throw new Error(`seed ${seed}, by operation ${done}: ${promise}: ${shown}\n${log.slice(-120).join('\n')}`)
  }
  /** Of all payments, by ref. */
  const readRows = async (): Promise<Map<string, Row>> => {
    const found = await rows<{ ref: string; state: string; amount_cents: string; fee_cents: string }>(
      `select operations.ref, movements.state, operations.amount_cents, operations.fee_cents
         from movements join provider_operations as operations
           on operations.owner_id = movements.owner_id and operations.ref = movements.movement_id
        where movements.owner_id = any($1::uuid[])`,
      [ids],
    )
    return new Map(
      found.map(({ ref, state, amount_cents: amount, fee_cents: fee }) => [
        ref,
        { state, amount: Number(amount), total: Number(amount) + Number(fee) },
      ]),
    )
  }
  const bookedBy = async ({ book }: RailDriver, ref?: string): Promise<{ net: number; moves: number }> => {
    const of = ref === undefined ? '' : `&ref=${book.refOf?.(ref) ?? ref}`
    const effects = await app.control<{ kind: string; amountCents: number }[]>(
      'GET',
      `/book?provider=${book.provider}${of}`,
    )
    return {
      net: effects.reduce((sum, { kind, amountCents }) => sum + (book.kinds[kind] ?? Number.NaN) * amountCents, 0),
      moves: effects.length,
    }
  }
  /** As if the next check were due of all payments under way, or of everything, also of what may still come back. */
  const sweep = async (of: 'underWay' | 'everything' = 'everything'): Promise<void> => {
    for (const { driver } of drivers) await driver.read?.()
    log.push(`look at ${of}`)
    const those = of === 'everything' ? '' : " where kind <> 'return'"
    await rows(`update open_operations set look_at = $1${those}`, [new Date(0)])
    await sweepPayments(services)
  }
  const runJobs = async (): Promise<void> => {
    log.push('jobs')
    await app.runJobs()
  }
  const pass = async (seconds: number): Promise<void> => {
    log.push(`pass ${seconds} s`)
    app.clock.advance(seconds * 1_000)
    await app.control('POST', '/clock/advance', { seconds })
  }
  /** The sandbox answers once its events are delivered, and a provider that wanted to be left alone has been for longer than that. */
  const hear = async (): Promise<void> => {
    await pass(LOOK_EVERY_S)
    await runJobs()
  }
  /** Providers fail no more, and what they can say is known: an absence after two looks, and what follows from it after a third. */
  const rest = async (): Promise<void> => {
    await app.control('DELETE', '/faults')
    await hear()
    await sweep('underWay')
    await pass(LOOK_EVERY_S)
    await sweep('underWay')
    await pass(LOOK_EVERY_S)
    await sweep('everything')
    await runJobs()
  }

  /** What everybody should have, from what happened at the providers. */
  const compare = async (): Promise<void> => {
    const model = new Map(ids.map((id) => [id, { balance: START_CENTS, held: 0 }]))
    const ours = await readRows()
    /** What moved over there and did not come to its end here: on its own no mistake, it says which one differs. */
    const apart: object[] = []
    for (const payment of payments) {
      const { driver, parties, ref, rail } = payment
      const { state, amount, total } = ours.get(ref) ?? NOTHING
      const { net, moves } = await bookedBy(driver, ref)
      const { whose, by } = driver.changes
      const whole = by === 'amount' ? total : -amount
      const evidence = { rail, ref, state, net, moves }
      if (state !== 'COMPLETED' && net !== 0) apart.push(evidence)
      hold(payment.isBack ? net === 0 && moves > 1 : net === 0 || net === whole, 'money moves once', evidence)
      if (state === 'COMPLETED') hold(moves > 0, 'what is completed has moved', evidence)
      // Money that comes for what has ended waits for a person: by card and Zelle it cannot be kept from coming.
      if (state === 'CANCELLED' && by === '-total') hold(net === 0, 'what is cancelled has not moved', evidence)
      const one = model.get(parties[whose].id)
      if (!one) continue
      if (state === 'COMPLETED') one.balance += (by === 'amount' ? amount : -total) - payment.takenCents
      else if (state !== 'CANCELLED' && by === '-total') one.held += total
    }
    for (const [id, wanted] of model) {
      const { balanceCents, heldCents } = await ledger.balance({ ownerId: id, account: 'wallet' })
      const is = { balance: Number(balanceCents), held: Number(heldCents) }
      const isRight = is.balance === wanted.balance && is.held === wanted.held
      hold(isRight, 'a wallet has what the model has', { id, is, wanted })
    }
    for (const driver of new Map(drivers.map((one) => [one.driver.settlement, one.driver])).values()) {
      const [sum] = await rows<{ cents: string }>(
        "select coalesce(sum(amount_cents), 0) as cents from entries where account = $1 and kind <> 'provider.fee'",
        [driver.settlement],
      )
      const { net } = await bookedBy(driver)
      hold(Number(sum?.cents) === -net, 'our books are the provider’s', { account: driver.settlement, sum, net, apart })
    }
    const [all] = await rows<{ cents: string }>('select coalesce(sum(amount_cents), 0) as cents from entries')
    hold(Number(all?.cents) === 0, 'the entries add up to nothing', all)
    const { violations } = await ledger.check()
    hold(violations.length === 0, 'the checker finds nothing', violations)
  }

  const reconcile = async (): Promise<void> => {
    const { rails: both, open } = await reconciledSince(app, since)
    for (const rail of both)
      hold(
        rail.outcome === 'compared' && rail.ours === rail.theirs,
        'what lies at a provider is what our books say',
        rail,
      )
    hold(open.length === 0, 'no report differs from our books', open)
  }

  const start = async ({ rail, driver } = pick(drivers)): Promise<Parties> => {
    const owner = pick(people)
    const parties = { owner, other: pick(people.filter((one) => one !== owner)) }
    // A busy server sheds calls: what counts is whether anything was stored.
    await driver.start(parties).catch(() => {})
    const [newest] = await rows<{ ref: string }>(
      'select ref from provider_operations where owner_id = $1 and ref <> all($2::uuid[])',
      [owner.id, payments.map(({ ref }) => ref)],
    )
    if (newest) payments.push({ rail, driver, parties, ref: newest.ref, takenCents: 0, isBack: false })
    log.push(`${rail} ${newest?.ref ?? 'refused'}`)
    return parties
  }
  /** Begun with an outcome that nobody knows: the request is lost, or it is done over there and its answer does not come. */
  const startUnclear = async (): Promise<void> => {
    const chosen = pick(drivers)
    const { driver } = chosen
    const how = pick(['lostAnswer', 'lostRequest'] as const)
    if (driver.skips[how] !== undefined) return
    const lost = { ...driver.faults, fault: 'timeoutAfterCommit', times: 1 }
    if (how === 'lostAnswer') await app.control('POST', '/faults', lost)
    driver.around((make) =>
      how === 'lostAnswer' ? make(IMPATIENT_MS) : Promise.reject(new ProviderError('unknownOutcome', 'lost')),
    )
    log.push(how)
    await driver.tell?.(await start(chosen)).catch((error: unknown) => log.push(`failed: ${String(error)}`))
    await app.control('DELETE', '/faults')
  }
  const waiting = async (): Promise<Payment | null> => {
    const open = await rows<{ ref: string }>(
      'select ref from open_operations where owner_id = any($1::uuid[]) and kind <> $2',
      [ids, 'return'],
    )
    const those = payments.filter(({ ref }) => open.some((one) => one.ref === ref))
    return those.length === 0 ? null : pick(those)
  }
  /** Not possible as it stands, at a provider or with us: nothing has happened then. */
  const attempt = async (what: 'pay' | 'decline'): Promise<void> => {
    const payment = await waiting()
    if (!payment || (what === 'decline' && payment.driver.skips.declined)) return
    // A code is paid once: what comes a second time belongs to nobody, and a test of its own shows that.
    if (payment.driver.book.refOf && (await bookedBy(payment.driver, payment.ref)).moves > 0) return
    await payment.driver[what](payment.ref).catch(() => {})
    log.push(`${what} ${payment.ref}`)
  }
  const cancel = async (): Promise<void> => {
    const payment = await waiting()
    if (!payment) return
    const headers = await signedIn(services, payment.parties.owner)
    const { status } = await app.call('cancelTransaction', { transactionId: transactionId(payment.ref) }, { headers })
    log.push(`cancel ${payment.ref} ${status}`)
  }
  const goBack = async (): Promise<void> => {
    const waitsForReturn = ({ isBack, driver: { skips } }: Payment) => !isBack && !skips.lateReturn
    if (!payments.some(waitsForReturn)) return
    await rest()
    const ours = await readRows()
    const standing = payments.filter((one) => waitsForReturn(one) && ours.get(one.ref)?.state === 'COMPLETED')
    if (standing.length === 0) return
    const payment = pick(standing)
    const { driver, parties, ref } = payment
    const { amount, total } = ours.get(ref) ?? NOTHING
    const { availableCents } = await ledger.balance({ ownerId: parties[driver.changes.whose].id, account: 'wallet' })
    await driver.goBack(ref)
    payment.isBack = true
    // What was spent meanwhile is owed; what had gone out comes back whole.
    const isIn = driver.changes.by === 'amount'
    payment.takenCents = isIn ? Math.min(amount, Number(availableCents)) : -total
    log.push(`back ${ref}`)
    // Nothing else is under way, so one look takes it in: what happens next finds the wallets as they then are.
    await hear()
    await sweep('everything')
  }
  const fault = async (): Promise<void> => {
    const { driver } = pick(drivers)
    const [name, more = {}] = pick(FAULTS)
    const path = name.endsWith('Webhook') || name.endsWith('Webhooks') ? {} : { path: driver.faults.path }
    const { provider } = driver.faults
    if (provider === 'plaid' && 'path' in path) return
    await app.control('POST', '/faults', { provider, fault: name, times: 2, ...path, ...more })
    log.push(`${name} at ${provider}`)
  }
  const resend = async (): Promise<void> => {
    const all = await app.control<Delivery[]>('GET', '/webhooks')
    if (all.length > 0) await app.control('POST', `/webhooks/${pick(all).id}/resend`)
  }
  const withoutFail = (act: () => Promise<void>) => async (): Promise<void> => {
    // A provider that fails while it is asked: whoever asked comes again.
    await act().catch((error: unknown) => log.push(`failed: ${String(error)}`))
  }
  const acts: (() => Promise<void>)[] = [
    ...Array.from({ length: 8 }, () => async () => void (await start())),
    startUnclear,
    ...Array.from({ length: 7 }, () => () => attempt('pay')),
    () => attempt('decline'),
    cancel,
    cancel,
    runJobs,
    runJobs,
    withoutFail(() => sweep()),
    withoutFail(() => sweep()),
    () => pass(pick([60, HOUR_S, 30 * HOUR_S])),
    goBack,
    fault,
    resend,
  ]
  for (done = 1; done <= operations; done += 1) {
    await pick(acts)()
    if (done % restEvery !== 0 && done !== operations) continue
    await rest()
    await compare()
  }
  await pass(END_S)
  await rest()
  await compare()
  await reconcile()
  const states = [...(await readRows()).values()].map(({ state }) => state)
  const count = (wanted: string) => states.filter((state) => state === wanted).length
  return { operations, payments: payments.length, completed: count('COMPLETED'), ended: count('CANCELLED'), log }
}
