/** What operators decide about a dispute: the money first, under its own key, then the answer, in the transaction that ends their order. */
import type { Trx } from '#platform/db/database.ts'
import { newId } from '#platform/ids.ts'
import type { Services } from '#platform/services.ts'
import { answerTicket } from './answer-ticket.ts'
import { cameBackUnseen } from './came-back.ts'
import { changeDispute, auditOfDispute } from './change-dispute.ts'
import type { Dispute, DisputeRef } from './dispute.ts'
import { creditDispute, reasonOf, resolveDisputeFor } from './dispute-money.ts'
import { canCredit, canMoveDispute, endedWithout, investigated } from './dispute-rules.ts'
import { findDispute, lockDispute } from './disputes-store.ts'

export const DISPUTE_ACTS = ['investigate', 'credit', 'resolveFor', 'resolveAgainst'] as const
export type DisputeAct = (typeof DISPUTE_ACTS)[number]

const STATES = {
  investigate: 'investigating',
  credit: 'provisionalCredit',
  resolveFor: 'resolvedForUser',
  resolveAgainst: 'resolvedAgainst',
} as const satisfies Record<DisputeAct, Dispute['state']>

/** What came of an act, as its order keeps it; anything but `done` ended it without effect. */
type Outcome = string

/** How often an act that met a change of the same dispute is decided again. */
const TRIES = 5

/**
 * Moves the money that an act takes, if it takes any; of a credit all or a part. The same order again finds it moved. Ends without effect
 * where its owner would have the money twice: with `underWay`, `nothingMoved` or `cameBack`.
 */
export const moveDisputeMoney = async (
  services: Pick<Services, 'db' | 'ledger' | 'log'>,
  ref: DisputeRef,
  act: DisputeAct,
  by: { operator: string; orderId: string; creditCents: bigint | null },
): Promise<Outcome> => {
  if (act !== 'credit' && act !== 'resolveFor') return 'done'
  for (let tried = 1; ; tried += 1) {
    // oxlint-disable-next-line no-await-in-loop
    const dispute = await findDispute(services.db, ref)
    const isThere = dispute?.state === STATES[act]
    if (!dispute || !(isThere || canMoveDispute(dispute.state, STATES[act]))) return 'decided'
    const cents = by.creditCents ?? dispute.amountCents
    if (act === 'credit' && !canCredit(dispute, cents)) return 'amount'
    // oxlint-disable-next-line no-await-in-loop
    if (!isThere && (await cameBackUnseen(services.db, dispute))) return 'cameBack'
    // oxlint-disable-next-line no-await-in-loop
    const outcome = await (act === 'credit'
      ? creditDispute(services, dispute, by, cents)
      : resolveDisputeFor(services, dispute, by))
    if (outcome.accepted) return 'done'
    if (outcome.refusal.code !== 'notFound' || tried === TRIES) return isThere ? 'decided' : reasonOf(outcome.refusal)
  }
}

/** What else an act comes to: its state, the answer in the ticket, and that its owner is told. */
export const answerDispute = async (
  services: Pick<Services, 'clock' | 'events' | 'keys' | 'live'>,
  trx: Trx,
  ref: DisputeRef,
  { act, text, operator }: { act: DisputeAct; text: string | null; operator: string },
): Promise<Outcome> => {
  const dispute = await lockDispute(trx, ref)
  if (!dispute) return 'decided'
  const { ownerId, ticketId } = dispute
  const at = services.clock.now()
  const messageId = newId()
  const answered = { answerMessageId: text === null ? null : messageId }
  const trail = (action: `dispute.${string}`) => auditOfDispute(dispute, action, operator)
  if (act === 'investigate' || act === 'resolveAgainst') {
    if (!canMoveDispute(dispute.state, STATES[act])) return 'decided'
    if (act === 'investigate')
      await changeDispute(services, trx, investigated(dispute, at), { at, trail: trail('dispute.investigated') })
    else
      await changeDispute(
        services,
        trx,
        { ...endedWithout(dispute, 'resolvedAgainst', at), ...answered },
        { at, trail: trail('dispute.resolved-against'), told: 'resolvedAgainst' },
      )
  }
  if (act === 'resolveFor')
    await changeDispute(
      services,
      trx,
      { ...dispute, ...answered },
      { at, trail: trail('dispute.answered'), told: 'resolvedFor' },
    )
  if (text !== null)
    await answerTicket(
      services,
      trx,
      { ownerId, ticketId },
      { act: 'answer', text, operator, messageId, isTold: false },
    )
  return 'done'
}
