/**
 * What goes back of a pay-in, or may, brought into the books as its provider has it now, in whatever order its news came. Each
 * object of the provider counts once; safe to run again.
 */
import type { Outcome } from '@puente/ledger'
import { HELD_FOR_RECEIVER } from '#features/limits/index.ts'
import { findPayment, type Payment, wasCredited } from '#features/payments/index.ts'
import { findMovement, type Movement } from '#features/wallet/index.ts'
import type { Services } from '#platform/services.ts'
import { markEvent } from '#platform/webhooks/inbox-store.ts'
import { keepObject } from '#platform/webhooks/provider-objects-store.ts'
import type { PayinNames, PayinRail } from './payin-rail.ts'
import { contestedAccount, keepFailedRefund, moveContested, type ReturnLine } from './return-lines.ts'
import {
  type Contest,
  creditedPayin,
  type CreditedPayin,
  dropContest,
  holdContested,
  takeBack,
} from './return-payin.ts'
import { isAway, shareOf } from './return-rules.ts'
import { findPayinOf, type PayinEvent, settlePayinEvent } from './settle-event.ts'

/** Something that takes money of a pay-in back, or may. */
export type PayinReturn = {
  objectId: string
  /** `reversal`: the provider took it, with nothing to be said against it. `warning`: it may become a dispute. */
  kind: 'refund' | 'dispute' | 'reversal' | 'warning'
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

/** `beforeCents` went back earlier; `isAnswered`: more than warnings are known of the payment. */
type Returning = { names: PayinNames; credited: CreditedPayin; beforeCents: bigint; isAnswered: boolean }

/** All warnings of a payment are one contest, until a dispute or a refund answers them. */
const warningsOf = ({ ref }: Payment): Contest => ({ about: ref, type: 'reversal' })

const applyWarning = async (services: Services, { credited, beforeCents, isAnswered }: Returning): Promise<void> => {
  const { paid, payment } = credited
  const warnings = warningsOf(payment)
  if (isAnswered) return posted(dropContest(services, credited, warnings))
  const share = shareOf(paid, beforeCents, paid.creditedCents)
  return posted(holdContested(services, credited, warnings, { share }))
}

const applyKept = async (services: Services, { names, credited }: Returning, one: PayinReturn): Promise<void> => {
  const { objectId, kind, lines, amountCents } = one
  await posted(dropContest(services, credited, { about: objectId, type: kind === 'refund' ? 'refund' : 'reversal' }))
  if (kind !== 'refund' || !lines.some((line) => line.amountCents > 0n)) return
  const outcome = await keepFailedRefund(services, names, credited.payment, { objectId, amountCents })
  await posted(outcome)
  if (!outcome.accepted || outcome.replayed) return
  services.log.error(
    { alert: true, provider: names.provider, transferId: credited.payment.ref, label: objectId, reason: one.raw },
    'a refund has failed: its money is in suspense',
  )
}

/** Books one thing that goes back of a payment that was credited, as it stands now. Safe to run again. */
export const applyReturn = async (services: Services, returning: Returning, one: PayinReturn): Promise<void> => {
  const { names, credited, beforeCents } = returning
  const { objectId, kind, state, lines, amountCents } = one
  if (kind === 'dispute') for (const line of lines) await posted(moveContested(services, names, credited.payment, line))
  if (kind === 'warning') return applyWarning(services, returning)
  if (state === 'kept') return applyKept(services, returning, one)
  if (!isAway(one)) return
  const contest: Contest = { about: objectId, type: kind === 'refund' ? 'refund' : 'reversal' }
  const share = shareOf(credited.paid, beforeCents, amountCents)
  const answers = warningsOf(credited.payment)
  await posted(holdContested(services, credited, contest, { share, answers }))
  const from = kind === 'dispute' ? contestedAccount(names) : names.settlement
  if (state === 'gone') await posted(takeBack(services, credited, contest, { objectId, share, from }))
}

/** A payment that was credited and has not reached anybody yet does not any more, once something of it goes back. */
export const creditedNow = async (
  services: Pick<Services, 'db'>,
  names: PayinNames,
  giveBack: (row: Movement) => Promise<Outcome>,
  payment: Payment,
): Promise<CreditedPayin> => {
  const ref = { ownerId: payment.ownerId, movementId: payment.ref }
  const before = await findMovement(services.db, ref)
  if (before?.state === 'ON HOLD' && before.holdReason === HELD_FOR_RECEIVER) await giveBack(before)
  const row = await findMovement(services.db, ref)
  const current = await findPayment(services.db, payment)
  if (!row || !current) throw new Error('a payment without its row')
  return creditedPayin(names, current, row)
}

const settleReturns = async (
  services: Services,
  rail: PayinRail,
  returns: ReturnsOfRail,
  payment: Payment,
  objectId: string,
): Promise<void> => {
  const listed = await returns.list(services, objectId)
  const isAnswered = listed.some((one) => one.kind === 'dispute' || isAway(one))
  let beforeCents = 0n
  for (const one of listed) {
    const fields = { provider: rail.provider, transferId: payment.ref, label: one.objectId }
    services.log.warn({ ...fields, reason: `${one.kind} ${one.raw}` }, 'money of a payment goes back, or may')
    if (one.state === 'unrecognised')
      services.log.error({ ...fields, reason: `${one.kind} ${one.raw}` }, 'an unknown word of a provider')
    for (const id of [one.objectId, ...one.lines.map((line) => line.id)])
      await keepObject(services.db, rail.provider, id, payment)
    const credited = await creditedNow(services, rail, (row) => returns.giveBack(services, row), payment)
    await applyReturn(services, { names: rail, credited, beforeCents, isAnswered }, one)
    if (isAway(one)) beforeCents += one.amountCents
  }
}

/** Works off one event, also about what goes back. Fails, to be tried again, while it is unknown what it concerns. */
export const settleEventWithReturns = async (
  services: Services,
  rail: PayinRail,
  returns: ReturnsOfRail,
  event: PayinEvent,
): Promise<void> => {
  const { provider, eventId, objectId, type } = event
  // News of a return may come before that of its payment: the payment is brought on first.
  const ref = returns.isAboutReturns(type) ? await findPayinOf(services, rail, event) : null
  const known = ref && (await findPayment(services.db, ref))
  if (!known || !wasCredited(known.state)) await settlePayinEvent(services, rail, event)
  const payment = ref && (await findPayment(services.db, ref))
  if (!payment || !wasCredited(payment.state)) return
  await settleReturns(services, rail, returns, payment, objectId)
  await markEvent(services.db, provider, eventId, 'done')
}
