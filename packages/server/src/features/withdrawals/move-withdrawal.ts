/** Steps on the way that move no money: state, row and trail change together. */
import { type Json, type Outcome, forParticipant } from '@puente/ledger'
import { partiesParticipant } from '#features/limits/index.ts'
import {
  auditOfSystem,
  paymentsParticipant,
  type Payout,
  type PayoutState,
  systemKey,
} from '#features/payments/index.ts'
import {
  auditParticipant,
  findMovement,
  forMovements,
  type Movement,
  type MovementWrite,
} from '#features/wallet/index.ts'
import type { AuditEntry } from '#platform/audit.ts'
import { newId } from '#platform/ids.ts'
import type { Services } from '#platform/services.ts'

type Step = {
  to: PayoutState | null
  write: MovementWrite[]
  action: `withdrawal.${string}`
  reason?: string | null
  /** Whose account must be open for it. */
  sender?: string
  trail?: AuditEntry
}

const post = ({ ledger }: Pick<Services, 'ledger'>, { ownerId, ref }: Payout, step: Step): Promise<Outcome> =>
  ledger.post({
    ownerId,
    // It may be taken more than once, from different states; the table of moves says when.
    key: systemKey('withdrawal-step', newId()),
    requestHash: ref,
    kind: step.action,
    transferId: newId(),
    participants: {
      ...(step.sender !== undefined && forParticipant(partiesParticipant, { sender: step.sender })),
      ...(step.to &&
        forParticipant(paymentsParticipant, {
          advancePayout: { ownerId, ref, to: step.to, reason: step.reason ?? null },
        })),
      ...forMovements({ movementRefs: [{ ownerId, movementId: ref }], write: () => step.write }),
      ...forParticipant(auditParticipant, step.trail ?? auditOfSystem({ action: step.action, movementId: ref })),
    },
  })

const markOf = ({ ownerId, ref }: Payout, details: { [key: string]: Json }): MovementWrite => ({
  mark: { ownerId, movementId: ref, details },
})

/** Lets it go: from now on its owner cannot call it back. Refused while the account is not open. */
export const releaseWithdrawal = (
  services: Pick<Services, 'ledger'>,
  payout: Payout,
  trail?: AuditEntry,
): Promise<Outcome> =>
  post(services, payout, {
    to: 'queued',
    sender: payout.ownerId,
    write: [markOf(payout, { cancellable: false })],
    action: 'withdrawal.released',
    ...(trail && { trail }),
  })

const rowOf = ({ db }: Pick<Services, 'db'>, { ownerId, ref }: Payout): Promise<Movement | null> =>
  findMovement(db, { ownerId, movementId: ref })

export type HoldReason = 'underReview' | 'providerReview' | 'providerUnknown'

type Hold = {
  to: 'onHold' | 'blocked' | null
  holdReason: HoldReason
  reason?: string | null
  /** What the row keeps for the operators who decide. */
  details?: { [key: string]: Json }
}

const isKept = (row: Movement | null, details: { [key: string]: Json }): boolean =>
  Object.entries(details).every(([key, value]) => row?.details[key] === value)

/**
 * Sets it on hold for a person to look at; nothing about the money is decided. Whether it is on hold from now on, or from now on for this
 * reason: what waits for a provider may come to wait for us, or for another word.
 */
export const holdWithdrawal = async (
  services: Services,
  payout: Payout,
  { to, holdReason, reason = null, details = {} }: Hold,
): Promise<boolean> => {
  const row = await rowOf(services, payout)
  const waitsForProvider = row?.holdReason === 'providerUnknown' || row?.holdReason === 'providerReview'
  const isNews =
    row?.state === 'PENDING' ||
    (waitsForProvider && row.holdReason !== holdReason) ||
    (row?.state === 'ON HOLD' && !isKept(row, details))
  if (!isNews && (to === null || payout.state === to)) return false
  const { ownerId, ref } = payout
  await post(services, payout, {
    to: payout.state === to ? null : to,
    reason,
    write: isNews ? [{ move: { ownerId, movementId: ref, to: 'ON HOLD', holdReason, details }, isPosted: false }] : [],
    action: 'withdrawal.held',
  })
  return isNews
}

/** Nothing is sent under its key any more, and its provider hasn't said what became of it: operators find out and decide, and get one alert. */
export const leaveToOperators = async (services: Services, payout: Payout): Promise<void> => {
  if (await holdWithdrawal(services, payout, { to: null, holdReason: 'underReview' }))
    services.log.error(
      { alert: true, transferId: payout.ref },
      'what became of a withdrawal is not known and nothing more is sent: operators have to find out',
    )
}

/** On its way again, or waiting for its receiver: what was on hold is pending. `details` say more of it. */
export const resumeWithdrawal = async (
  services: Services,
  payout: Payout,
  to: 'submitted' | 'unclaimed',
  details: { [key: string]: Json },
): Promise<void> => {
  const row = await rowOf(services, payout)
  const { ownerId, ref } = payout
  const action = `withdrawal.${to}` as const
  const next = payout.state === to ? null : to
  const back: MovementWrite[] =
    row?.state === 'ON HOLD' ? [{ move: { ownerId, movementId: ref, to: 'PENDING' }, isPosted: false }] : []
  if (next !== null || back.length > 0) await post(services, payout, { to: next, write: back, action })
  if (isKept(row, details)) return
  const mark = { ownerId, movementId: ref, details, ...(to === 'unclaimed' && { step: to }) }
  await post(services, payout, { to: null, write: [{ mark }], action })
}

/** Notes that its owner wants it back, before the provider is asked: news of it may be quicker than the answer. */
export const noteCalledBack = async (services: Services, payout: Payout, trail: AuditEntry): Promise<void> => {
  const write = [markOf(payout, { calledBack: true })]
  await post(services, payout, { to: null, write, action: 'withdrawal.called-back', trail })
}

/** It was too late: whatever happens to it now, its owner has not done it. */
export const noteTooLate = async (services: Services, payout: Payout): Promise<void> => {
  const write = [markOf(payout, { calledBack: false })]
  await post(services, payout, { to: null, write, action: 'withdrawal.call-back-refused' })
}

export const wasCalledBack = async (services: Services, payout: Payout): Promise<boolean> =>
  (await rowOf(services, payout))?.details['calledBack'] === true
