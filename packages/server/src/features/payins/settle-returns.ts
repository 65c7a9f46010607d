/**
 * What goes back of a pay-in, or may, brought into the books as its provider has it now, in whatever order its news came. Each
 * object of the provider counts once; safe to run again.
 */
import type { Outcome } from '@puente/ledger'
import { HELD_FOR_RECEIVER } from '#features/limits/index.ts'
import { findPayment, isPaymentFinal, type Payment, wasCredited } from '#features/payments/index.ts'
import { findMovement, type Movement } from '#features/wallet/index.ts'
import { databaseNow } from '#platform/db/database.ts'
import type { Services } from '#platform/services.ts'
import { markEvent } from '#platform/webhooks/inbox-store.ts'
import { inOrderOfHearing, keepObject } from '#platform/webhooks/provider-objects-store.ts'
import { endPayin } from './end-payin.ts'
import { isBooked } from './payin-posting.ts'
import type { PayinNames, PayinRail } from './payin-rail.ts'
import { accountOf, applyReturn, type PayinReturn, posted, type Returning } from './apply-return.ts'
import { contestSoFar, type CreditedPayin, currentContest } from './contest.ts'
import { takenShare } from './restore-taken.ts'
import { keepFailedRefund, moveContested } from './return-lines.ts'
import { creditedPayin } from './credited-payin.ts'
import {
  atLeastZero,
  isAway,
  NO_SHARE,
  plus,
  type Share,
  shareOf,
  takesMoney,
  totalOf,
  warnedUntil,
} from './return-rules.ts'
import { restoreToSuspense, takeFromSuspense } from './return-suspended.ts'
import { findPayinOf, mayStillCome, type PayinEvent, settlePayinEvent } from './settle-event.ts'

/** What a rail has to say of money that goes back. */
export type ReturnsOfRail = {
  isAboutReturns: (eventType: string) => boolean
  /** All of them as they stand now, the oldest first. */
  list: (services: Services, objectId: string) => Promise<readonly PayinReturn[]>
  /** Gives a send that has not reached anybody back to its sender. */
  giveBack: (services: Services, row: Movement) => Promise<Outcome>
}

/** A payment that was credited, as it stands now. */
export const creditedNow = async (
  { db }: Pick<Services, 'db'>,
  names: PayinNames,
  payment: Payment,
): Promise<CreditedPayin> => {
  const row = await findMovement(db, { ownerId: payment.ownerId, movementId: payment.ref })
  const current = await findPayment(db, payment)
  if (!row || !current) throw new Error('a payment without its row')
  const theirs = { ownerId: row.counterpart?.ownerId ?? payment.ownerId, movementId: payment.ref }
  const received = theirs.ownerId === payment.ownerId ? null : await findMovement(db, theirs)
  return creditedPayin(names, current, row, received?.counterpart ?? null)
}

const isWaiting = (row: Movement | null): row is Movement =>
  row?.state === 'ON HOLD' && row.holdReason === HELD_FOR_RECEIVER

/**
 * The same of a payment of which something goes back, or is set aside: a send that still waits for its receiver is given back to
 * its sender first. Throws while it can be neither given back nor delivered, so that nothing is taken from the wrong wallet.
 */
export const creditedOnceTaken = async (
  services: Pick<Services, 'db'>,
  names: PayinNames,
  giveBack: (row: Movement) => Promise<Outcome>,
  payment: Payment,
): Promise<CreditedPayin> => {
  const ref = { ownerId: payment.ownerId, movementId: payment.ref }
  const before = await findMovement(services.db, ref)
  if (isWaiting(before)) {
    const outcome = await giveBack(before)
    // Refused because it was delivered in this moment, it is the receiver's.
    if (!outcome.accepted && isWaiting(await findMovement(services.db, ref))) await posted(outcome)
  }
  return creditedNow(services, names, payment)
}

/**
 * One thing that goes back, and the name of its contest, found once: named again later, old news would be of a contest that began
 * anew meanwhile. What begins anew was decided before: what is known of it may be older than that decision, and is read once more,
 * so that the news of a dispute that was won does not set money aside for good. A provider never ends a warning: time does.
 */
const asItStands = async (
  services: Services,
  { rail, returns, payment, objectId }: Settling,
  told: PayinReturn,
): Promise<{ one: PayinReturn; about: string }> => {
  if (told.kind === 'warning') {
    const isOver = (await databaseNow(services.db, services.clock)) >= warnedUntil(payment)
    return { one: isOver ? { ...told, state: 'kept' } : told, about: told.objectId }
  }
  if (told.kind === 'refund') return { one: told, about: told.objectId }
  const { about, isAnew } = await currentContest(services, rail, payment, told.objectId)
  if (!isAnew || told.state === 'kept') return { one: told, about }
  const read = (await returns.list(services, objectId)).find((other) => other.objectId === told.objectId)
  return { one: read ?? told, about }
}

type Settling = { rail: PayinRail; returns: ReturnsOfRail; payment: Payment; objectId: string }

/**
 * All that goes back of a payment, as it is told now. What each takes of credit and fee follows from those before it, so they stay in the order
 * in which we heard of them: a provider dates them to the second, and may put a new one before one that was booked.
 */
const listReturns = async (services: Services, { rail, returns, payment, objectId }: Settling) => {
  const listed = await returns.list(services, objectId)
  for (const one of listed) {
    const fields = { provider: rail.provider, transferId: payment.ref, label: one.objectId }
    services.log.warn({ ...fields, reason: `${one.kind} ${one.raw}` }, 'money of a payment goes back, or may')
    if (one.state === 'unrecognised')
      services.log.error({ ...fields, reason: `${one.kind} ${one.raw}` }, 'an unknown word of a provider')
    for (const id of [one.objectId, ...one.lines.map((line) => line.id)])
      await keepObject(services.db, rail.provider, id, payment)
  }
  const ids = listed.map(({ objectId }) => objectId)
  const heard = await inOrderOfHearing(services.db, rail.provider, ids)
  return listed.toSorted((one, other) => heard.indexOf(one.objectId) - heard.indexOf(other.objectId))
}

/** What a return holds of the payment: what it has taken, else what it would take after `before`. */
const shareNow = async (
  services: Services,
  { credited, about, before }: Pick<Returning, 'credited' | 'about' | 'before'>,
  one: PayinReturn,
): Promise<Share> =>
  (await takenShare(services, credited, about)) ??
  (isAway(one) ? shareOf(credited.paid, before, one.amountCents) : NO_SHARE)

/** The name of the contest that an object is about by now; a refund is one for good. */
const aboutOf = async (
  services: Services,
  { rail, payment }: Settling,
  { kind, objectId }: PayinReturn,
): Promise<string> => (kind === 'refund' ? objectId : (await currentContest(services, rail, payment, objectId)).about)

/** What the other returns of the payment hold of it by now, having taken it. */
const othersOf = async (
  services: Services,
  settling: Settling,
  listed: readonly PayinReturn[],
  { credited, objectId }: { credited: CreditedPayin; objectId: string },
): Promise<bigint> => {
  let cents = 0n
  for (const other of listed) {
    if (other.objectId === objectId) continue
    const taken = await takenShare(services, credited, await aboutOf(services, settling, other))
    cents += totalOf(taken ?? NO_SHARE)
  }
  return cents
}

const hasFailed = ({ kind, state }: PayinReturn): boolean => kind === 'refund' && state === 'kept'

/**
 * What others took, and take, beyond what this refund had left of the payment, as a dispute of the whole of it. When the refund fails,
 * that much of it has gone all the same.
 */
const coverOf = async (
  services: Services,
  settling: Settling,
  listed: readonly PayinReturn[],
  { credited, refundId }: { credited: CreditedPayin; refundId: string },
): Promise<bigint> => {
  let before = NO_SHARE
  let missingCents = 0n
  for (const one of listed) {
    const { objectId, amountCents } = one
    const about = await aboutOf(services, settling, one)
    const share = await shareNow(services, { credited, about, before }, one)
    before = plus(before, share)
    if (isAway(one)) missingCents += atLeastZero(amountCents - totalOf(share))
    const covers = hasFailed(one) && objectId !== refundId
    if (covers && (await contestSoFar(services, settling.rail, settling.payment, about)).restored)
      missingCents -= totalOf(share)
  }
  return atLeastZero(missingCents)
}

/** Answers when its warnings are over, while nothing else is known of it. */
const settleReturns = async (services: Services, settling: Settling): Promise<Date | null> => {
  const { rail, returns, payment } = settling
  const listed = await listReturns(services, settling)
  const isAnswered = listed.some((one) => one.kind === 'dispute' || isAway(one))
  let before = NO_SHARE
  let isWarned = false
  for (const told of listed) {
    const { one, about } = await asItStands(services, settling, told)
    const credited = takesMoney(one, isAnswered)
      ? await creditedOnceTaken(services, rail, (row) => returns.giveBack(services, row), payment)
      : await creditedNow(services, rail, payment)
    const coverCents = hasFailed(one)
      ? await coverOf(services, settling, listed, { credited, refundId: one.objectId })
      : 0n
    const othersCents =
      one.state === 'gone' ? await othersOf(services, settling, listed, { credited, objectId: one.objectId }) : 0n
    const returning = { names: rail, credited, about, before, isAnswered, othersCents, coverCents }
    await applyReturn(services, returning, one)
    before = plus(before, await shareNow(services, returning, one))
    isWarned ||= one.kind === 'warning' && one.state === 'open' && !isAnswered
  }
  return isWarned ? warnedUntil(payment) : null
}

/** The same of a payment that was never credited; once all of it went back, there is nothing left to decide. */
const settleSuspended = async (services: Services, settling: Settling, event: PayinEvent): Promise<null> => {
  const { rail, payment, objectId } = settling
  const paid = await rail.readObject(services, objectId)
  if (!paid?.paymentId || !(await isBooked(services, rail, payment, paid.paymentId))) {
    if (isPaymentFinal(payment.state)) return null
    // Once it is booked, what goes back of it has to be as well.
    if (await mayStillCome(services, event)) throw new Error('a payment of which money goes back is not booked yet')
    const fields = { alert: true, provider: rail.provider, transferId: payment.ref, label: objectId }
    services.log.error(fields, 'money of a payment goes back that was never booked')
    return null
  }
  let goneCents = 0n
  for (const told of await listReturns(services, settling)) {
    const { one, about } = await asItStands(services, settling, told)
    const { kind, lines, amountCents, state } = one
    if (kind === 'dispute') for (const line of lines) await posted(moveContested(services, rail, payment, line))
    if (kind === 'refund' && state === 'kept') {
      if (lines.some((line) => line.amountCents > 0n)) await posted(keepFailedRefund(services, rail, payment, one))
      continue
    }
    const suspended = { names: rail, payment, about }
    const moved = { from: accountOf(rail, one), amountCents }
    if (state === 'kept') await posted(restoreToSuspense(services, suspended, moved))
    if (state !== 'gone') continue
    await posted(takeFromSuspense(services, suspended, moved))
    goneCents += amountCents
  }
  if (goneCents >= paid.amountCents && !isPaymentFinal(payment.state))
    await posted(endPayin(services, payment, 'failed', { cancelReason: 'returned' }))
  return null
}

/**
 * Works off one event, also about what goes back. Fails, to be tried again, while it is unknown what it concerns. Answers when to do it once
 * more, since the provider will have nothing to say then: when a warning of fraud is over. Null for never.
 */
export const settleEventWithReturns = async (
  services: Services,
  rail: PayinRail,
  returns: ReturnsOfRail,
  event: PayinEvent,
): Promise<Date | null> => {
  const { provider, eventId, objectId, type } = event
  let outcome: 'done' | 'unmatched' = 'done'
  // News of a return may come before that of its payment: the payment is brought on first.
  const ref = returns.isAboutReturns(type) ? await findPayinOf(services, rail, event) : null
  const known = ref && (await findPayment(services.db, ref))
  if (!known || !wasCredited(known.state)) outcome = await settlePayinEvent(services, rail, event)
  const payment = ref && (await findPayment(services.db, ref))
  let again: Date | null = null
  if (payment) {
    const settle = wasCredited(payment.state) ? settleReturns : settleSuspended
    again = await settle(services, { rail, returns, payment, objectId }, event)
  }
  await markEvent(services.db, provider, eventId, outcome)
  return again
}
