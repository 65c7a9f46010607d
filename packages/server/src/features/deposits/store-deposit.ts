import { sendSessionId, transactionId } from '@puente/contract'
import type { Input, Output } from '@puente/contract'
import { forParticipant } from '@puente/ledger'
import type { Facts } from '@puente/ledger'
import { feesParticipant, limitsParticipant, OPERATION_GROUPS, partiesParticipant } from '#features/limits/index.ts'
import { auditParticipant, forMovements, newReference } from '#features/wallet/index.ts'
import type { MovementDraft } from '#features/wallet/index.ts'
import type { MoneyCtx } from '#platform/http/ctx.ts'
import { CARD } from './card-rail.ts'
import { checkoutBody, SEND_SESSION_MS } from './checkout-rules.ts'
import { auditOfUser, paymentsParticipant } from '#features/payments/index.ts'
import type { NewPayment, SessionAt } from '#features/payments/index.ts'

const FIRST_SWEEP_MS = 60_000

/** One attempt to pay in by card, under the ids it will carry everywhere. */
export type Attempt = {
  movementId: string
  sessionId: string
  amountCents: bigint
  /** The attempt that was closed for it. */
  follows: SessionAt | null
  /** When the sweep checks it first: a minute later, unless it is checked in another way until then. */
  nextCheckAt?: Date
}

const paymentFor = (ctx: MoneyCtx, attempt: Attempt, facts: Facts): NewPayment => {
  const { movementId, sessionId, amountCents } = attempt
  const ownerId = ctx.user.id
  const { feeCents, waivedCents, totalChargeCents } = facts.of(feesParticipant)
  const after = (ms: number) => new Date(facts.at.getTime() + ms)
  const { language, config } = ctx
  const asked = { ref: movementId, ownerId, sessionId, totalChargeCents, language, publicUrl: config.publicUrl }
  return {
    payment: {
      ownerId,
      ref: movementId,
      rail: CARD.rail,
      kind: CARD.kind,
      amountCents,
      feeCents,
      waivedCents,
      state: 'created',
      body: checkoutBody({ ...asked, at: facts.at }),
      attempts: 0,
      providerId: null,
      providerPaymentId: null,
      url: null,
      reason: null,
      createdAt: facts.at,
    },
    session: { sessionId, expiresAt: after(SEND_SESSION_MS) },
    nextCheckAt: attempt.nextCheckAt ?? after(FIRST_SWEEP_MS),
  }
}

const draftFor = (ctx: MoneyCtx, { movementId, sessionId, amountCents }: Attempt, facts: Facts): MovementDraft => {
  const { feeCents, scheduledFeeCents } = facts.of(feesParticipant)
  return {
    ownerId: ctx.user.id,
    movementId,
    type: 'deposit',
    state: 'PENDING',
    method: CARD.method,
    direction: 1,
    amountCents,
    feeCents,
    scheduledFeeCents,
    counterpart: null,
    note: '',
    reference: newReference(),
    sendSessionId: sessionId,
  }
}

/**
 * Stores the payment with all it needs, in one batch, before the provider hears of it: what it uses of limits and free
 * operations, the exact request, what the person sees, and the answer under the key, to be completed later.
 */
export const storeDeposit = (
  ctx: MoneyCtx,
  { expectedTotalCharge }: Pick<Input<'startDeposit'>, 'expectedTotalCharge'>,
  attempt: Attempt,
): Promise<Output<'startDeposit'>> => {
  const ownerId = ctx.user.id
  const { movementId, sessionId, amountCents } = attempt
  const counted = { ownerId, movementId, amountCents }
  const expectedTotalCents = expectedTotalCharge === undefined ? undefined : BigInt(expectedTotalCharge)
  return ctx.money.post({
    kind: 'deposit.started',
    transferId: movementId,
    participants: {
      ...forParticipant(partiesParticipant, { payer: { ownerId, minTier: 0 } }),
      ...forParticipant(limitsParticipant, {
        take: { ...counted, operations: OPERATION_GROUPS[CARD.operation].deposit },
      }),
      ...forParticipant(feesParticipant, { take: { ...counted, operation: CARD.operation }, expectedTotalCents }),
      ...forParticipant(paymentsParticipant, {
        create: (facts) => paymentFor(ctx, attempt, facts),
        follows: attempt.follows,
      }),
      ...forMovements({
        write: (facts) => [{ insert: draftFor(ctx, attempt, facts), isPosted: false }],
      }),
      ...forParticipant(auditParticipant, auditOfUser(ctx, { action: 'deposit.started', movementId })),
    },
    answer: (facts) => ({
      transactionId: transactionId(movementId),
      tipo: 'processing',
      sendSessionId: sendSessionId(sessionId),
      fee: Number(facts.of(feesParticipant).feeCents),
      totalCharge: Number(facts.of(feesParticipant).totalChargeCents),
    }),
  })
}
