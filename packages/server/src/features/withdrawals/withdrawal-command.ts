/**
 * The command of a withdrawal: everything that must be true together before anybody outside hears of it. Amount and fee are
 * set aside, the limits and a free place taken, the proof used up, the destination kept as it is now, and its owner sees it.
 */
import { transactionId } from '@puente/contract'
import type { Input, Output } from '@puente/contract'
import type { Facts, HoldOp, Json } from '@puente/ledger'
import { forParticipant } from '@puente/ledger'
import {
  feesParticipant,
  limitsParticipant,
  OPERATION_GROUPS,
  partiesParticipant,
  stepUpBy,
  stepUpParticipant,
} from '#features/limits/index.ts'
import { auditOfUser, type NewPayment, paymentsParticipant } from '#features/payments/index.ts'
import { auditParticipant, forMovements, type MovementDraft, newReference, walletOf } from '#features/wallet/index.ts'
import type { MoneyCommand, PostingCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { newId } from '#platform/ids.ts'
import { jobsParticipant } from '#platform/jobs/queue.ts'
import { findBalance } from '#platform/wallet-balance.ts'
import { sealDestination } from './destination.ts'
import type { WithdrawalRail } from './withdrawal-rail.ts'

/** One withdrawal as its verb knows it. */
export type Withdrawal<Destination> = {
  amountCents: bigint
  /** The total that the person was shown. */
  expectedTotalCents: bigint | undefined
  /** The wallet is emptied. */
  isEverything: boolean
  note: string
  /** Whom the proof is for. The id is a bare uuid that stands for exactly this destination. */
  payee: { id: string; fullName: string }
  destination: Destination
  /** What the row shows of it: nothing that would have to be sealed. */
  shown: { [key: string]: Json }
  /** What else its batch has to look at, such as the saved recipient. */
  alsoAsk?: MoneyCommand['participants']
}

type Asked<Destination> = Withdrawal<Destination> & {
  ctx: PostingCtx
  rail: WithdrawalRail<Destination>
  movementId: string
}

const HOLD_PURPOSE = 'withdrawal'

const payoutFor = <D>({ ctx, rail, movementId, amountCents, destination }: Asked<D>, facts: Facts): NewPayment => {
  const { feeCents, waivedCents } = facts.of(feesParticipant)
  const releaseAt = rail.releaseAt(facts.at, ctx.config)
  return {
    payment: {
      ownerId: ctx.user.id,
      ref: movementId,
      rail: rail.rail,
      kind: rail.kind,
      amountCents,
      feeCents,
      waivedCents,
      state: 'held',
      body: {},
      destinationSealed: sealDestination(ctx, movementId, destination),
      releaseAt,
      returnId: null,
      attempts: 0,
      providerId: null,
      providerPaymentId: null,
      url: null,
      reason: null,
      createdAt: facts.at,
      firstSentAt: null,
      lastSentAt: null,
      absentAt: null,
      keyExpiresAt: null,
    },
    session: null,
    nextCheckAt: releaseAt,
  }
}

const draftFor = <D>({ ctx, rail, ...asked }: Asked<D>, reference: string, facts: Facts): MovementDraft => {
  const { feeCents, scheduledFeeCents } = facts.of(feesParticipant)
  return {
    ownerId: ctx.user.id,
    movementId: asked.movementId,
    type: 'withdraw',
    state: 'PENDING',
    method: rail.method,
    direction: -1,
    amountCents: asked.amountCents,
    feeCents,
    scheduledFeeCents,
    counterpart: null,
    note: asked.note,
    reference,
    expected: rail.expected(facts.at, ctx.config),
    details: asked.shown,
  }
}

const holdFor = <D>({ ctx, movementId }: Asked<D>, facts: Facts): HoldOp => ({
  op: 'place',
  ownerId: ctx.user.id,
  holdId: movementId,
  account: walletOf(ctx.user.id).account,
  amountCents: facts.of(feesParticipant).totalChargeCents,
  purpose: HOLD_PURPOSE,
})

const stepUpOf = <D>({ ctx, rail, movementId, payee, amountCents }: Asked<D>) => {
  const by = stepUpBy(ctx)
  const need = { movementId, operation: rail.call, feeOperation: rail.operation, rail: rail.rail, payee, amountCents }
  return by && forParticipant(stepUpParticipant, { by, ...need })
}

const participantsOf = <D>(asked: Asked<D>, reference: string): NonNullable<MoneyCommand['participants']> => {
  const { ctx, rail, movementId, amountCents, expectedTotalCents, isEverything } = asked
  const ownerId = ctx.user.id
  const everythingCents = isEverything ? expectedTotalCents : undefined
  const counted = { ownerId, movementId, amountCents }
  return {
    ...forParticipant(partiesParticipant, { payer: { ownerId, minTier: 1 } }),
    ...forParticipant(limitsParticipant, { take: { ...counted, operations: OPERATION_GROUPS[rail.operation].send } }),
    ...forParticipant(feesParticipant, {
      take: { ...counted, operation: rail.operation, everythingCents },
      expectedTotalCents,
    }),
    ...asked.alsoAsk,
    ...stepUpOf(asked),
    ...forParticipant(paymentsParticipant, { create: (facts) => payoutFor(asked, facts) }),
    ...forMovements({ write: (facts) => [{ insert: draftFor(asked, reference, facts), isPosted: false }] }),
    ...forParticipant(auditParticipant, auditOfUser(ctx, { action: 'withdrawal.requested', movementId })),
    ...forParticipant(jobsParticipant, [rail.job({ ownerId, ref: movementId })]),
  }
}

const commandOf = <D>(asked: Asked<D>): MoneyCommand => {
  const { ctx, rail, movementId } = asked
  const reference = newReference()
  return {
    kind: 'withdrawal.requested',
    transferId: movementId,
    participants: participantsOf(asked, reference),
    holds: (facts) => [holdFor(asked, facts)],
    answer: (facts): Output<'withdrawBank'> => ({
      transactionId: transactionId(movementId),
      state: 'PENDING',
      fee: Number(facts.of(feesParticipant).feeCents),
      totalCharge: Number(facts.of(feesParticipant).totalChargeCents),
      expected: rail.expected(facts.at, ctx.config),
      balance: Number(facts.balanceOf(walletOf(ctx.user.id)).availableCents),
      reference,
    }),
  }
}

/** What every withdrawal brings in its body. */
export const withdrawalOf = ({
  amount,
  note = '',
  expectedTotalCharge,
  everything,
}: Pick<Input<'withdrawBank'>, 'amount' | 'note' | 'expectedTotalCharge' | 'everything'>) => ({
  amountCents: BigInt(amount),
  isEverything: everything === true,
  note,
  expectedTotalCents: expectedTotalCharge === undefined ? undefined : BigInt(expectedTotalCharge),
})

/**
 * Only the whole balance may leave below the minimum. Money that arrives at this very moment stays: the wallet is then emptied once more.
 */
const requireWholeBalance = async (ctx: PostingCtx, totalCents: bigint | undefined): Promise<void> => {
  const balance = await findBalance(ctx.ledger, ctx.user.id)
  if (balance === null || totalCents !== balance.balanceCents - balance.heldCents)
    throw new Refusal('invalidAmount', { field: 'expectedTotalCharge', reason: 'quoteChanged' })
}

/** Takes the withdrawal on. It is sent by a job once it is released; nothing outside has heard of it yet. */
export const postWithdrawal = async <Destination>(
  ctx: PostingCtx,
  rail: WithdrawalRail<Destination>,
  withdrawal: Withdrawal<Destination>,
): Promise<Output<'withdrawBank'>> => {
  if (withdrawal.isEverything) await requireWholeBalance(ctx, withdrawal.expectedTotalCents)
  return ctx.money.post(commandOf({ ...withdrawal, ctx, rail, movementId: newId() }))
}
