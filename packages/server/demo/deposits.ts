/**
 * Card payments of the past, told to the ledger as the product tells it of real ones, with the same participants and legs.
 * No provider is asked: it would not open a page that ended months ago, and would forget it at its next start.
 */
import { brand, sendSessionId } from '@puente/contract'
import { partOf } from '@puente/ledger'
import type { Facts, Leg } from '@puente/ledger'
import { feesParticipant, limitsParticipant, OPERATION_GROUPS, partiesParticipant } from '#features/limits/index.ts'
import { paymentsParticipant } from '#features/transfers/index.ts'
import { auditParticipant, movementsPart, newReference, walletOf } from '#features/wallet/index.ts'
import type { AuditEntry } from '#platform/audit.ts'
import type { MoneyCtx } from '#platform/http/ctx.ts'
import { newId } from '#platform/ids.ts'
import { accepted, keyOf } from './demo-ctx.ts'

const HOUR_MS = 3_600_000

/** A card payment that was begun, as its key remembers it: the same in every run. */
export type Begun = { movementId: string; amountCents: bigint; feeCents: bigint; waivedCents: bigint }

const trail = (action: AuditEntry['action'], movementId: string): AuditEntry => ({
  actor: { kind: 'system', id: 'demo' },
  action,
  object: { type: 'movement', id: movementId },
  result: 'done',
})

const operationOf = (ctx: MoneyCtx, movementId: string, sessionId: string, amountCents: bigint, facts: Facts) => {
  const { feeCents, waivedCents, totalChargeCents } = facts.of(feesParticipant)
  const ownerId = ctx.user.id
  const hoursOn = (hours: number) => facts.at.getTime() + hours * HOUR_MS
  const back = `${ctx.config.publicUrl}/deposit-now/success?session=${sendSessionId(sessionId)}`
  return {
    operation: {
      ownerId,
      ref: movementId,
      rail: 'card' as const,
      kind: 'deposit' as const,
      amountCents,
      feeCents,
      waivedCents,
      state: 'created' as const,
      body: {
        ref: movementId,
        amountCents: Number(totalChargeCents),
        productName: brand.appName,
        language: ctx.language,
        successUrl: back,
        cancelUrl: back,
        expiresAt: Math.floor(hoursOn(1) / 1000),
        senderId: ownerId,
        recipientId: ownerId,
      },
      attempts: 0,
      providerId: null,
      paymentId: null,
      url: null,
      reason: null,
      createdAt: facts.at,
    },
    session: { sessionId, expiresAt: new Date(hoursOn(3)) },
    // By today's clock: the server that runs beside looks at nothing that is ended in a moment.
    lookAt: new Date(Date.now() + HOUR_MS),
  }
}

/** Begins a card payment; fee and free operations are the product's to say. */
export const beginDeposit = async (ctx: MoneyCtx, amountCents: bigint): Promise<Begun> => {
  const ownerId = ctx.user.id
  const movementId = newId()
  const sessionId = newId()
  const counted = { ownerId, movementId, amountCents }
  const begun = await ctx.money.post<{ movementId: string; feeCents: number; waivedCents: number }>({
    kind: 'deposit.started',
    transferId: movementId,
    parts: {
      ...partOf(partiesParticipant, { payer: { ownerId, minTier: 0 } }),
      ...partOf(limitsParticipant, { take: { ...counted, operations: OPERATION_GROUPS.cardDeposit } }),
      ...partOf(feesParticipant, { take: { ...counted, operation: 'stripe' } }),
      ...partOf(paymentsParticipant, {
        create: (facts) => operationOf(ctx, movementId, sessionId, amountCents, facts),
      }),
      ...movementsPart({
        owners: [ownerId],
        write: (facts) => [
          {
            isPosted: false,
            insert: {
              ownerId,
              movementId,
              type: 'deposit',
              state: 'PENDING',
              method: 'card',
              direction: 1,
              amountCents,
              feeCents: facts.of(feesParticipant).feeCents,
              scheduledFeeCents: facts.of(feesParticipant).scheduledFeeCents,
              counterpart: null,
              note: '',
              reference: newReference(),
              sendSessionId: sessionId,
            },
          },
        ],
      }),
      ...partOf(auditParticipant, trail('deposit.started', movementId)),
    },
    answer: (facts) => {
      const { feeCents, waivedCents } = facts.of(feesParticipant)
      return { movementId, feeCents: Number(feeCents), waivedCents: Number(waivedCents) }
    },
  })
  const { feeCents, waivedCents } = begun
  return { movementId: begun.movementId, amountCents, feeCents: BigInt(feeCents), waivedCents: BigInt(waivedCents) }
}

const legsOf = ({ ledger }: MoneyCtx, ownerId: string, { amountCents, feeCents, waivedCents }: Begun): Leg[] => {
  const legs: Leg[] = [
    { ...ledger.house('settlement:card', ownerId), amountCents: -(amountCents + feeCents) },
    { ...walletOf(ownerId), amountCents },
    { ...ledger.house('expense:promotion', ownerId), amountCents: -waivedCents },
    { ...ledger.house('income:fees', ownerId), amountCents: feeCents + waivedCents },
  ]
  return legs.filter((leg) => leg.amountCents !== 0n)
}

/** The page was paid: the amount arrives, the fee is income, and what was waived of it is paid by promotion. */
export const completeDeposit = async (ctx: MoneyCtx, name: string, begun: Begun): Promise<void> => {
  const ownerId = ctx.user.id
  const { movementId } = begun
  const outcome = await ctx.ledger.post({
    ownerId,
    key: keyOf(name),
    requestHash: keyOf(name),
    kind: 'deposit.card',
    transferId: newId(),
    legs: legsOf(ctx, ownerId, begun),
    parts: {
      ...partOf(paymentsParticipant, {
        advance: { ownerId, ref: movementId, to: 'succeeded', paymentId: `pi_demo_${movementId.replaceAll('-', '')}` },
      }),
      ...movementsPart({
        owners: [ownerId],
        touches: [{ ownerId, movementId }],
        write: () => [{ move: { ownerId, movementId, to: 'COMPLETED' }, isPosted: true }],
      }),
      ...partOf(auditParticipant, trail('deposit.completed', movementId)),
    },
  })
  accepted(outcome, name)
}
