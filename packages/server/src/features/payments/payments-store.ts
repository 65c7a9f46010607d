/** Payments outside the batch: what was learned from the provider, and who may talk to it. */
import { sql } from 'kysely'
import type { Db } from '#platform/db/database.ts'
import { keepObject } from '#platform/webhooks/provider-objects-store.ts'
import { isPaymentFinal, type PaymentState } from './payment-states.ts'
import type { Payment } from './payment.ts'
import { isPayoutFinal, type PayoutState } from './payout-states.ts'
import type { WatchedFlow } from './rail.ts'
import { toPayment } from './payments-batch-store.ts'
import type { PaymentRef } from './payments-batch-store.ts'

const UNDER_WAY: PaymentState[] = ['created', 'awaitingPayment', 'processing']
const TO_BE_SENT: PayoutState[] = ['queued', 'submitting', 'submitUnknown']

const paymentOf = (db: Db, { ownerId, ref }: PaymentRef) =>
  db.selectFrom('provider_operations').selectAll().where('owner_id', '=', ownerId).where('ref', '=', ref)

export const findPayment = async (db: Db, ref: PaymentRef): Promise<Payment | null> => {
  const record = await paymentOf(db, ref).executeTakeFirst()
  return record ? toPayment(record) : null
}

const REFS_AT_A_TIME = 500

/** How a payment stands. */
export type Standing = PaymentRef & {
  amountCents: bigint
  /** It has not come to its end. */
  isUnderWay: boolean
  /** When we learned that the money of a payout had come back, whether it had arrived or not; null otherwise. */
  returnedAt: Date | null
}

/** How these payments stand, whatever their direction. */
export const listStandings = async (db: Db, payments: readonly PaymentRef[]): Promise<Standing[]> => {
  const standings: Standing[] = []
  for (let from = 0; from < payments.length; from += REFS_AT_A_TIME) {
    const some = payments.slice(from, from + REFS_AT_A_TIME)
    const rows = await db
      .selectFrom('provider_operations')
      .select(['owner_id', 'ref', 'kind', 'state', 'amount_cents', 'updated_at'])
      .where('owner_id', 'in', [...new Set(some.map(({ ownerId }) => ownerId))])
      .where(
        'ref',
        'in',
        some.map(({ ref }) => ref),
      )
      .execute()
    for (const { owner_id: ownerId, ref, kind, state, amount_cents: amountCents, updated_at: at } of rows) {
      const isFinal =
        kind === 'withdrawal' ? isPayoutFinal(state as PayoutState) : isPaymentFinal(state as PaymentState)
      standings.push({ ownerId, ref, amountCents, isUnderWay: !isFinal, returnedAt: state === 'returned' ? at : null })
    }
  }
  return standings
}

/** The payouts of a rail whose money we learned in the span had come back, whether they had arrived or not. */
export const listReturned = async (
  db: Db,
  rail: string,
  { from, to }: { from: Date; to: Date },
): Promise<Standing[]> => {
  const rows = await db
    .selectFrom('provider_operations')
    .select(['owner_id as ownerId', 'ref', 'amount_cents as amountCents', 'updated_at as returnedAt'])
    .where('kind', '=', 'withdrawal')
    .where('state', '=', 'returned')
    .where('rail', '=', rail)
    .where('updated_at', '>=', from)
    .where('updated_at', '<', to)
    .execute()
  return rows.map((row) => ({ ...row, isUnderWay: false }))
}

/** Right to send a payment for a while; `fence` grows with each, so that who lost it no longer sends. */
export type Lease = PaymentRef & { fence: number }

/** Null while another holder has it, and once the payment is settled. */
export const takeLease = async (db: Db, { ownerId, ref }: PaymentRef, at: Date, ms: number): Promise<Lease | null> => {
  const taken = await db
    .updateTable('provider_operations')
    .set((row) => ({ lease_until: new Date(at.getTime() + ms), fence: row('fence', '+', 1) }))
    .where('owner_id', '=', ownerId)
    .where('ref', '=', ref)
    .where('state', 'in', [...UNDER_WAY, ...TO_BE_SENT])
    .where((row) => row.or([row('lease_until', 'is', null), row('lease_until', '<', at)]))
    .returning('fence')
    .executeTakeFirst()
  return taken ? { ownerId, ref, fence: taken.fence } : null
}

/** Whether another process is calling the provider about it, or has ended it meanwhile. */
export const isInHand = async (db: Db, ref: PaymentRef, at: Date): Promise<boolean> => {
  const held = await paymentOf(db, ref).where('lease_until', '>=', at).executeTakeFirst()
  return held !== undefined
}

export const dropLease = async (db: Db, { ownerId, ref, fence }: Lease): Promise<void> => {
  await db
    .updateTable('provider_operations')
    .set({ lease_until: null })
    .where('owner_id', '=', ownerId)
    .where('ref', '=', ref)
    .where('fence', '=', fence)
    .execute()
}

/** Notes that the provider is about to be asked, before it is: from now on it may know of the payment. */
export const markSent = async (
  db: Db,
  { ownerId, ref, fence }: Lease,
  at: Date,
  keyExpiresAt: Date,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('provider_operations')
    .set((row) => ({
      attempts: row('attempts', '+', 1),
      first_sent_at: row.fn.coalesce('first_sent_at', row.val(at)),
      key_expires_at: row.fn.coalesce('key_expires_at', row.val(keyExpiresAt)),
      updated_at: at,
    }))
    .where('owner_id', '=', ownerId)
    .where('ref', '=', ref)
    .where('fence', '=', fence)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** What a provider says of a payment that is not settled, under the ids by which it knows it. */
export type ProviderNews = {
  provider: string
  providerId: string
  providerPaymentId: string | null
  url: string | null
  reason: string | null
}

/** Keeps what the provider says. A state is only ever raised, by the table of moves. */
export const recordNews = async (
  db: Db,
  { ownerId, ref }: PaymentRef,
  { provider, providerId, providerPaymentId, url, reason }: ProviderNews,
  { to, from, at }: { to: PaymentState; from: PaymentState[]; at: Date },
): Promise<void> => {
  await keepObject(db, provider, providerId, { ownerId, ref })
  await db
    .updateTable('provider_operations')
    .set({
      state: sql<string>`case when state = any(${from}::text[]) then ${to} else state end`,
      provider_id: providerId,
      payment_id: providerPaymentId,
      url,
      reason,
      updated_at: at,
    })
    .where('owner_id', '=', ownerId)
    .where('ref', '=', ref)
    .where('state', 'in', UNDER_WAY)
    .execute()
}

/** Keeps the id of what a provider has instead of what was asked for, to be asked about again; whose it is stays open. */
export const keepMisfit = async (
  db: Db,
  { ownerId, ref }: PaymentRef,
  { providerId, providerPaymentId, url }: Pick<ProviderNews, 'providerId' | 'providerPaymentId' | 'url'>,
  at: Date,
): Promise<void> => {
  await db
    .updateTable('provider_operations')
    .set({ provider_id: providerId, payment_id: providerPaymentId, url, updated_at: at })
    .where('owner_id', '=', ownerId)
    .where('ref', '=', ref)
    .where('state', 'in', UNDER_WAY)
    .execute()
}

/** Whose payment a reference names, while it is open. */
export const findOpen = async (db: Db, ref: string): Promise<PaymentRef | null> => {
  const row = await db.selectFrom('open_operations').select('owner_id').where('ref', '=', ref).executeTakeFirst()
  return row ? { ownerId: row.owner_id, ref } : null
}

export type Due = PaymentRef & WatchedFlow

const isOf = (flows: readonly WatchedFlow[]) =>
  sql<boolean>`rail || '/' || kind = any(${flows.map(({ rail, kind }) => `${rail}/${kind}`)}::text[])`

/** What is due of these flows, the longest overdue first. */
const listDue = (db: Db, at: Date, flows: readonly WatchedFlow[], limit: number) =>
  db
    .selectFrom('open_operations')
    .select('ref')
    .where('look_at', '<=', at)
    .where(isOf(flows))
    .orderBy('look_at')
    .limit(limit)
    .execute()

/** How much is due of other flows than these. */
export const countUnknownDue = (db: Db, at: Date, flows: readonly WatchedFlow[]) =>
  db
    .selectFrom('open_operations')
    .select(['rail', 'kind', sql<number>`count(*)::int`.as('count')])
    .where('look_at', '<=', at)
    .where(sql<boolean>`not ${isOf(flows)}`)
    .groupBy(['rail', 'kind'])
    .execute()

type Claim = { at: Date; limit: number; flows: readonly WatchedFlow[]; nextCheckAt: (ref: string, at: Date) => Date }

/** Claims what is due of these flows by setting its next check: the first process to set it has claimed it. */
export const takeDue = async (db: Db, { at, limit, flows, nextCheckAt }: Claim): Promise<Due[]> => {
  const refs = (await listDue(db, at, flows, limit)).map(({ ref }) => ref)
  if (refs.length === 0) return []
  const checks = refs.map((ref) => nextCheckAt(ref, at))
  const { rows } = await sql<{ ref: string; owner_id: string } & WatchedFlow>`
    update open_operations set look_at = next.look_at
      from unnest(${refs}::uuid[], ${checks}::timestamptz[]) as next (ref, look_at)
     where open_operations.ref = next.ref and open_operations.look_at <= ${at}
    returning open_operations.ref, open_operations.owner_id, open_operations.rail, open_operations.kind`.execute(db)
  return rows.map(({ ref, owner_id, rail, kind }) => ({ ref, ownerId: owner_id, rail, kind }))
}

/** When the sweep looks at it next; null where it does not. */
export const findNextLook = async (db: Db, ref: string): Promise<Date | null> => {
  const open = db.selectFrom('open_operations').select('look_at').where('ref', '=', ref)
  return (await open.executeTakeFirst())?.look_at ?? null
}

/** The sweep looks no more. */
export const forget = async (db: Db, ref: string): Promise<void> => {
  await db.deleteFrom('open_operations').where('ref', '=', ref).execute()
}

/** True once per pause: that caller asks the provider, every other one reads what is stored. */
export const claimCheck = async (db: Db, { ownerId, ref }: PaymentRef, at: Date, pauseMs: number): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('provider_operations')
    .set({ next_look_at: new Date(at.getTime() + pauseMs) })
    .where('owner_id', '=', ownerId)
    .where('ref', '=', ref)
    .where((row) => row.or([row('next_look_at', 'is', null), row('next_look_at', '<=', at)]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
