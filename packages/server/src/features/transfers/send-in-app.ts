import { transactionId } from '@puente/contract'
import type { Input, Output } from '@puente/contract'
import type { Facts, HoldOp, Leg } from '@puente/ledger'
import { partOf } from '@puente/ledger'
import { requireContacts, requireOpen, requireTerms, requireTier } from '#features/auth/index.ts'
import { feesParticipant, limitsParticipant, OPERATION_GROUPS, partiesParticipant } from '#features/limits/index.ts'
import { auditParticipant, movementsPart, newReference, walletOf } from '#features/wallet/index.ts'
import type { MovementDraft, MovementWrite } from '#features/wallet/index.ts'
import type { MoneyCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { newId } from '#platform/ids.ts'
import { auditOfUser } from './command-audit.ts'
import { heldUntil, HOLD_PURPOSE, HOLD_RAIL } from './held-transfer-rules.ts'
import { paymentsParticipant } from './payments-participant.ts'
import { counterpartOf, requireRecipient, requireSelf } from './recipient.ts'

/** The other wallet would pass its cap: the money is set aside until its owner has proved who they are. */
const isHeld = (facts: Facts): boolean => facts.of(limitsParticipant).isReceiverOverCap

/**
 * Sends from the own balance to another user, at once. Nothing but the batch decides: rights, limits, quote and balance
 * are looked at again under the locks, together with every other command.
 */
export const sendInApp = async (ctx: MoneyCtx, input: Input<'sendInApp'>): Promise<Output<'sendInApp'>> => {
  const note = input.note ?? ''
  if (input.purpose === 'goods' && note === '') throw new Refusal('invalidNote', { field: 'note' })
  requireOpen(ctx.user)
  requireContacts(ctx.user)
  requireTerms(ctx.user)
  requireTier(ctx.user, 1)
  const [payee, payer] = await Promise.all([requireRecipient(ctx, input.toUser), requireSelf(ctx)])

  const movementId = newId()
  const ownerId = ctx.user.id
  const amountCents = BigInt(input.amount)
  const expectedTotalCents = input.expectedTotalCharge === undefined ? undefined : BigInt(input.expectedTotalCharge)
  const hold = { ownerId, holdId: movementId }
  const shared = { movementId, method: 'wallet', amountCents, note, reference: newReference() } as const
  const details = { purpose: input.purpose ?? 'personal' }
  const draft = (
    facts: Facts,
    own: Pick<MovementDraft, 'ownerId' | 'type' | 'direction' | 'counterpart'>,
  ): MovementWrite =>
    isHeld(facts)
      ? {
          insert: { ...shared, ...own, details, state: 'ON HOLD', holdReason: 'recipientKycRequired' },
          isPosted: false,
        }
      : { insert: { ...shared, ...own, details, state: 'COMPLETED' }, isPosted: true }

  return ctx.money.post({
    kind: 'send.in-app',
    transferId: movementId,
    locks: [walletOf(payee.id)],
    touches: [hold],
    parts: {
      ...partOf(partiesParticipant, { payer: { ownerId, minTier: 1 }, receiver: payee.id }),
      ...partOf(limitsParticipant, {
        take: { ownerId, movementId, operations: OPERATION_GROUPS.inAppSend, amountCents },
        receiver: payee.id,
      }),
      ...partOf(feesParticipant, {
        take: { ownerId, movementId, operation: 'in-app', amountCents },
        expectedTotalCents,
      }),
      ...partOf(paymentsParticipant, {
        watch: (facts) =>
          isHeld(facts) ? { ref: movementId, ownerId, rail: HOLD_RAIL, lookAt: heldUntil(facts.at) } : null,
      }),
      ...movementsPart({
        owners: [ownerId, payee.id],
        write: (facts) => [
          draft(facts, { ownerId, type: 'sent', direction: -1, counterpart: counterpartOf(payee) }),
          draft(facts, { ownerId: payee.id, type: 'received', direction: 1, counterpart: counterpartOf(payer) }),
        ],
      }),
      ...partOf(auditParticipant, auditOfUser(ctx, { action: 'transfer.sent', movementId })),
    },
    holds: (facts): HoldOp[] =>
      isHeld(facts)
        ? [
            {
              op: 'place',
              ...hold,
              account: 'wallet',
              amountCents,
              purpose: HOLD_PURPOSE,
              expiresAt: heldUntil(facts.at),
            },
          ]
        : [],
    legs: (facts): Leg[] => {
      if (facts.of(feesParticipant).scheduledFeeCents !== 0n)
        throw new Error('in-app sends are free, the schedule says otherwise')
      if (isHeld(facts)) return []
      return [
        { ...walletOf(ownerId), amountCents: -amountCents },
        { ...walletOf(payee.id), amountCents },
      ]
    },
    answer: (facts) => ({
      transactionId: transactionId(movementId),
      state: isHeld(facts) ? 'ON HOLD' : 'COMPLETED',
      fee: 0,
      totalCharge: Number(amountCents),
      balance: Number(facts.balanceOf(walletOf(ownerId)).availableCents),
      reference: shared.reference,
    }),
  })
}
