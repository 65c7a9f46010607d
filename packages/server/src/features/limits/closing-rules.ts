/** What keeps an account from being closed: a cooling, money in it, or on its way in or out, or a debt. */
import { transactionId } from '@puente/contract'
import type { BatchRefusal } from '#platform/participant.ts'
import type { UnderWay } from './under-way-store.ts'

export type Standing = {
  balanceCents: bigint
  heldCents: bigint
  /** What their owner owes the house. */
  owedCents: bigint
  /** What was credited to them for disputes and is not theirs for good. */
  creditedCents: bigint
  underWay: readonly UnderWay[]
  /** Until when the account cools; null when it does not. */
  until: Date | null
}

/** As a refusal's details and the screen show it; `balance` is what can be sent to another person now. */
export const pendingAnswer = ({ balanceCents, heldCents, owedCents, creditedCents, underWay, until }: Standing) => ({
  balanceCents: Number(balanceCents - heldCents),
  heldCents: Number(heldCents),
  owedCents: owedCents > 0n ? Number(owedCents) : 0,
  creditedCents: creditedCents > 0n ? Number(creditedCents) : 0,
  until: until?.toISOString() ?? null,
  pending: underWay.map(
    ({ movementId, type, state, holdReason, amountCents, createdAt, isCancellable, expectedBy }) => ({
      transactionId: transactionId(movementId),
      type,
      state,
      holdReason,
      amountCents: Number(amountCents),
      at: createdAt.toISOString(),
      cancellable: isCancellable,
      expectedBy,
    }),
  ),
})

const isEmpty = ({ balanceCents, heldCents, underWay }: Standing): boolean =>
  balanceCents === 0n && heldCents === 0n && underWay.length === 0

/**
 * Null when the account may be closed now: it is empty, its owner owes nothing, for good or until a dispute is over, and it does
 * not cool. A thief who closed it would end the links by which its owner takes it back. What is owed for rewards that were taken back
 * is let go with the account (decision 47).
 */
export const closingRefusal = (standing: Standing): BatchRefusal | null => {
  const { owedCents, creditedCents, until } = standing
  const reason = until
    ? 'closingCooling'
    : !isEmpty(standing)
      ? 'notEmpty'
      : owedCents > 0n
        ? 'owing'
        : creditedCents > 0n
          ? 'credited'
          : null
  if (reason === null) return null
  return { code: 'accountRestricted', details: { reason, ...pendingAnswer(standing) }, stored: false }
}
