/**
 * What goes back of a pay-in, or may, brought into the books as its provider has it now, in whatever order its news came. Each
 * object of the provider counts once; safe to run again.
 */
import type { Outcome } from '@puente/ledger'
import { HELD_FOR_RECEIVER } from '#features/limits/index.ts'
import { findPayment, isPaymentFinal, type Payment, wasCredited } from '#features/payments/index.ts'
import { findMovement, type Movement } from '#features/wallet/index.ts'
import type { Services } from '#platform/services.ts'
import { markEvent } from '#platform/webhooks/inbox-store.ts'
import { inOrderOfHearing, keepObject } from '#platform/webhooks/provider-objects-store.ts'
import { endPayin } from './end-payin.ts'
import { isBooked } from './payin-posting.ts'
import type { PayinNames, PayinRail } from './payin-rail.ts'
import { contestedAccount, keepFailedRefund, moveContested, type ReturnLine } from './return-lines.ts'
import { type Contest, contestSoFar, type CreditedPayin, currentContest, type ReturnKind } from './contest.ts'
import { restoreTaken, takenShare } from './restore-taken.ts'
import { creditedPayin, dropContest, holdContested, takeBack } from './return-payin.ts'
import { atLeastZero, isAway, NO_SHARE, plus, type Share, shareOf, takesMoney, totalOf } from './return-rules.ts'
import { restoreToSuspense, takeFromSuspense } from './return-suspended.ts'
import { findPayinOf, mayStillCome, type PayinEvent, settlePayinEvent } from './settle-event.ts'

/** Something that takes money of a pay-in back, or may. */
export type PayinReturn = {
  objectId: string
  kind: ReturnKind
  /** `open`: it may go; `gone`: it went back; `kept`: it did not, or came back. */
  state: 'open' | 'gone' | 'kept' | 'unrecognised'
  amountCents: bigint
  /** What has moved for it on our account there, where the provider tells it line by line. */
  lines: readonly ReturnLine[]
  /** The provider's own word. */
  raw: string
}

/** What a rail has to say of money that goes back. */
export type ReturnsOfRail = {
  isAboutReturns: (eventType: string) => boolean
  /** All of them as they stand now, the oldest first. */
  list: (services: Services, objectId: string) => Promise<readonly PayinReturn[]>
  /** Gives a send that has not reached anybody back to its sender. */
  giveBack: (services: Services, row: Movement) => Promise<Outcome>
}

/** What is not posted is tried again with its event, so that nothing that went back is missing from the books in silence. */
const posted = async (posting: Outcome | null | Promise<Outcome | null>): Promise<void> => {
  const outcome = await posting
  if (outcome && !outcome.accepted) throw new Error(`a return was not posted: ${outcome.refusal.code}`)
}

/**
 * `about` names the contest; `before` is what earlier ones have taken; `isAnswered`: more than warnings are known of the payment;
 * `coverCents` of a refund that failed, others have taken since.
 */
type Returning = {
  names: PayinNames
  credited: CreditedPayin
  about: string
  before: Share
  isAnswered: boolean
  coverCents?: bigint
}

/** All warnings of a payment are one contest, until a dispute or a refund answers them. */
const warningsOf = ({ ref }: Payment): Contest => ({ about: ref, kind: 'warning' })

const applyWarning = async (services: Services, returning: Returning): Promise<void> => {
  const { names, credited, before, isAnswered } = returning
  const { paid, payment } = credited
  const warnings = warningsOf(payment)
  if (isAnswered) {
    // Of an empty wallet nothing was set aside, and there is no row; what was paid with it is contested all the same.
    const { held, dropped } = await contestSoFar(services, names, payment, warnings.about)
    return held && !dropped ? posted(dropContest(services, credited, warnings, 'replaced')) : undefined
  }
  const share = shareOf(paid, before, paid.creditedCents)
  return posted(holdContested(services, credited, warnings, { share, isOpen: true }))
}

/** A refund came to nothing: what it had taken goes back to the person it was taken from. */
const keepRefund = async (
  services: Services,
  { names, credited, coverCents = 0n }: Returning,
  one: PayinReturn,
): Promise<void> => {
  const { payment } = credited
  const { objectId, lines, amountCents } = one
  const contest: Contest = { about: objectId, kind: 'refund' }
  const { held, taken, restored, failed } = await contestSoFar(services, names, payment, objectId)
  if (failed) return
  if (held && !taken) await posted(dropContest(services, credited, contest))
  if (!taken && !lines.some((line) => line.amountCents > 0n)) return
  const outcome = await restoreTaken(services, credited, contest, { from: names.settlement, coverCents })
  await posted(outcome)
  if (!outcome && !restored) return posted(keepFailedRefund(services, names, payment, { objectId, amountCents }))
  if (!outcome?.accepted || outcome.replayed || coverCents === 0n) return
  services.log.error(
    { alert: true, provider: names.provider, transferId: payment.ref, label: objectId, reason: one.raw },
    'a refund has failed whose money was taken in another way meanwhile',
  )
}

/** Where the money lies that a return has taken, or will take. */
const accountOf = (names: PayinNames, { kind }: PayinReturn): string =>
  kind === 'dispute' ? contestedAccount(names) : names.settlement

/** Books one thing that goes back of a payment that was credited, as it stands now. Safe to run again. */
export const applyReturn = async (services: Services, returning: Returning, one: PayinReturn): Promise<void> => {
  const { names, credited, about, before } = returning
  const { payment } = credited
  const { objectId, kind, state, lines, amountCents } = one
  if (kind === 'dispute') for (const line of lines) await posted(moveContested(services, names, payment, line))
  if (kind === 'warning') return applyWarning(services, returning)
  if (kind === 'refund' && state === 'kept') return keepRefund(services, returning, one)
  if (state !== 'kept' && !isAway(one)) return
  const contest: Contest = { about, kind }
  const from = accountOf(names, one)
  if (state === 'kept') {
    const { held, taken } = await contestSoFar(services, names, payment, about)
    if (taken) return posted(restoreTaken(services, credited, contest, { from }))
    return held ? posted(dropContest(services, credited, contest)) : undefined
  }
  const share = shareOf(credited.paid, before, amountCents)
  if (state === 'gone' && totalOf(share) < amountCents)
    services.log.error(
      { alert: true, provider: names.provider, transferId: payment.ref, label: objectId, reason: one.raw },
      'more of a payment went back than was paid: what no failed refund covers of it is our loss until it is claimed',
    )
  const isOpen = state === 'open'
  await posted(holdContested(services, credited, contest, { share, isOpen, answers: warningsOf(payment) }))
  if (state === 'gone') await posted(takeBack(services, credited, contest, { share, from }))
}

/** A payment that was credited, as it stands now. */
const creditedNow = async (
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
 * so that the news of a dispute that was won does not set money aside for good.
 */
const asItStands = async (
  services: Services,
  { rail, returns, payment, objectId }: Settling,
  told: PayinReturn,
): Promise<{ one: PayinReturn; about: string }> => {
  if (told.kind === 'refund' || told.kind === 'warning') return { one: told, about: told.objectId }
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

const hasFailed = ({ kind, state }: PayinReturn): boolean => kind === 'refund' && state === 'kept'

/**
 * What others took, and take, beyond what this refund had left of the payment, as a dispute of the whole of it. When the refund fails,
 * that much of it has gone all the same.
 */
const coverOf = async (
  services: Services,
  { rail, payment }: Settling,
  listed: readonly PayinReturn[],
  { credited, refundId }: { credited: CreditedPayin; refundId: string },
): Promise<bigint> => {
  let before = NO_SHARE
  let missingCents = 0n
  for (const one of listed) {
    const { objectId, kind, amountCents } = one
    const { about } = kind === 'dispute' ? await currentContest(services, rail, payment, objectId) : { about: objectId }
    const share = await shareNow(services, { credited, about, before }, one)
    before = plus(before, share)
    if (isAway(one)) missingCents += atLeastZero(amountCents - totalOf(share))
    const covers = hasFailed(one) && objectId !== refundId
    if (covers && (await contestSoFar(services, rail, payment, about)).restored) missingCents -= totalOf(share)
  }
  return atLeastZero(missingCents)
}

const settleReturns = async (services: Services, settling: Settling): Promise<void> => {
  const { rail, returns, payment } = settling
  const listed = await listReturns(services, settling)
  const isAnswered = listed.some((one) => one.kind === 'dispute' || isAway(one))
  let before = NO_SHARE
  for (const told of listed) {
    const { one, about } = await asItStands(services, settling, told)
    const credited = takesMoney(one, isAnswered)
      ? await creditedOnceTaken(services, rail, (row) => returns.giveBack(services, row), payment)
      : await creditedNow(services, rail, payment)
    const coverCents = hasFailed(one)
      ? await coverOf(services, settling, listed, { credited, refundId: one.objectId })
      : 0n
    const returning = { names: rail, credited, about, before, isAnswered, coverCents }
    await applyReturn(services, returning, one)
    before = plus(before, await shareNow(services, returning, one))
  }
}

/** The same of a payment that was never credited; once all of it went back, there is nothing left to decide. */
const settleSuspended = async (services: Services, settling: Settling, event: PayinEvent): Promise<void> => {
  const { rail, payment, objectId } = settling
  const paid = await rail.readObject(services, objectId)
  if (!paid?.paymentId || !(await isBooked(services, rail, payment, paid.paymentId))) {
    if (isPaymentFinal(payment.state)) return
    // Once it is booked, what goes back of it has to be as well.
    if (await mayStillCome(services, event)) throw new Error('a payment of which money goes back is not booked yet')
    const fields = { alert: true, provider: rail.provider, transferId: payment.ref, label: objectId }
    services.log.error(fields, 'money of a payment goes back that was never booked')
    return
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
}

/** Works off one event, also about what goes back. Fails, to be tried again, while it is unknown what it concerns. */
export const settleEventWithReturns = async (
  services: Services,
  rail: PayinRail,
  returns: ReturnsOfRail,
  event: PayinEvent,
): Promise<void> => {
  const { provider, eventId, objectId, type } = event
  let outcome: 'done' | 'unmatched' = 'done'
  // News of a return may come before that of its payment: the payment is brought on first.
  const ref = returns.isAboutReturns(type) ? await findPayinOf(services, rail, event) : null
  const known = ref && (await findPayment(services.db, ref))
  if (!known || !wasCredited(known.state)) outcome = await settlePayinEvent(services, rail, event)
  const payment = ref && (await findPayment(services.db, ref))
  if (payment) {
    const settle = wasCredited(payment.state) ? settleReturns : settleSuspended
    await settle(services, { rail, returns, payment, objectId }, event)
  }
  await markEvent(services.db, provider, eventId, outcome)
}
