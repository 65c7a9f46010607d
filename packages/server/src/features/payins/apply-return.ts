/** Books one thing that goes back of a pay-in, or may: a warning, a refund or a dispute, as its provider has it now. */
import type { Outcome } from '@puente/ledger'
import type { Payment } from '#features/payments/index.ts'
import type { Services } from '#platform/services.ts'
import { type Contest, contestSoFar, type CreditedPayin, keptAs, type ReturnKind } from './contest.ts'
import type { PayinNames } from './payin-rail.ts'
import { restoreTaken } from './restore-taken.ts'
import { contestedAccount, keepFailedRefund, moveContested, type ReturnLine } from './return-lines.ts'
import { dropContest, holdContested, takeBack } from './return-payin.ts'
import { isAway, type Share, shareOf, totalOf } from './return-rules.ts'

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

/** What is not posted is tried again with its event, so that nothing that went back is missing from the books in silence. */
export const posted = async (posting: Outcome | null | Promise<Outcome | null>): Promise<void> => {
  const outcome = await posting
  if (outcome && !outcome.accepted) throw new Error(`a return was not posted: ${outcome.refusal.code}`)
}

/**
 * `about` names the contest; `before` is what earlier ones have taken; `isAnswered`: more than warnings are known of the payment;
 * `othersCents` is what others hold by now of what was paid; `coverCents` of a refund that failed, others have taken since.
 */
export type Returning = {
  names: PayinNames
  credited: CreditedPayin
  about: string
  before: Share
  isAnswered: boolean
  othersCents?: bigint
  coverCents?: bigint
}

/** All warnings of a payment are one contest, until a dispute or a refund answers them, operators drop it, or it is too late for a dispute. */
export const warningsOf = ({ ref }: Payment): Contest => ({ about: ref, kind: 'warning' })

const applyWarning = async (services: Services, returning: Returning, one: PayinReturn): Promise<void> => {
  const { names, credited, before, isAnswered } = returning
  const { paid, payment } = credited
  const warnings = warningsOf(payment)
  if (isAnswered || one.state === 'kept') {
    // Of an empty wallet nothing was set aside, and there is no row; what was paid with it is contested all the same.
    const { held, dropped } = await contestSoFar(services, names, payment, warnings.about)
    const as = isAnswered ? 'replaced' : keptAs(warnings)
    return held && !dropped ? posted(dropContest(services, credited, warnings, { as })) : undefined
  }
  const share = shareOf(paid, before, paid.creditedCents)
  const outcome = await holdContested(services, credited, warnings, { share, isOpen: true })
  await posted(outcome)
  if (!outcome.replayed)
    services.log.error(
      { alert: true, provider: names.provider, transferId: payment.ref, label: one.objectId },
      'a fraud warning sets money of a payment aside: people can free it before the time for disputes is over',
    )
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
export const accountOf = (names: PayinNames, { kind }: PayinReturn): string =>
  kind === 'dispute' ? contestedAccount(names) : names.settlement

/** Books one thing that goes back of a payment that was credited, as it stands now. Safe to run again. */
export const applyReturn = async (services: Services, returning: Returning, one: PayinReturn): Promise<void> => {
  const { names, credited, about, before, othersCents = 0n } = returning
  const { payment } = credited
  const { objectId, kind, state, lines, amountCents } = one
  if (kind === 'dispute') for (const line of lines) await posted(moveContested(services, names, payment, line))
  if (kind === 'warning') return applyWarning(services, returning, one)
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
  if (state === 'gone') await posted(takeBack(services, credited, contest, { share, from, othersCents }))
}
