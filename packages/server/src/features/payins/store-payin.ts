import { type Consent, sendSessionId, transactionId } from '@puente/contract'
import { forParticipant } from '@puente/ledger'
import type { Facts, Json } from '@puente/ledger'
import { blocksParticipant } from '#features/contacts/index.ts'
import {
  feesParticipant,
  limitsParticipant,
  OPERATION_GROUPS,
  partiesParticipant,
  type StepUpBy,
  stepUpParticipant,
} from '#features/limits/index.ts'
import { auditParticipant, forMovements, newReference } from '#features/wallet/index.ts'
import type { Movement, MovementDraft } from '#features/wallet/index.ts'
import type { MoneyCtx } from '#platform/http/ctx.ts'
import {
  auditOfUser,
  consentDetails,
  counterpartOf,
  paidForDetails,
  paymentsParticipant,
  typesOf,
} from '#features/payments/index.ts'
import type { NewPayment, Paying, SessionAt } from '#features/payments/index.ts'
import type { Person } from '#features/accounts/index.ts'
import { forPaidFor } from './paid-for.ts'
import type { AskedOfProvider, PayinKind, PayinNames } from './payin-rail.ts'
import { SEND_SESSION_MS } from './payin-rules.ts'

const FIRST_SWEEP_MS = 60_000

/** Whom a pay-in is for, when it is not for oneself. */
export type PayinSend = {
  payee: Person
  note: string
  purpose: 'personal' | 'goods'
  /** The call's key in the contract, and how the payer proves that it is them, where the amount asks for it. */
  stepUp?: { operation: string; by: StepUpBy }
  /** What the payer of an invoice or a request was shown. */
  consent?: Consent | undefined
  /** The invoice or request that it pays. */
  paying?: Paying
}

/** What a verb says of a pay-in; a deposit has no `send`. */
export type PayinAsked = {
  amountCents: bigint
  /** The total that the payer was shown. */
  expectedTotalCents: bigint | undefined
  send: PayinSend | null
  /** The exact request to the provider, as JSON: stored before it is sent, repeated to the letter. */
  bodyOf: (asked: AskedOfProvider) => unknown
  /** What the payer's row says of the rail beside the rest; `at` is the batch's time. */
  detailsOf?: (at: Date) => { [key: string]: Json }
  /** What the rail writes in the same batch, by its participants' names. */
  participants?: Record<string, unknown>
}

/** One attempt, under the ids that it will carry everywhere. */
export type PayinAttempt = PayinAsked & {
  movementId: string
  sessionId: string
  /** The attempt that was closed for it. */
  follows: SessionAt | null
  /** When the sweep checks it first: a minute later, unless it is checked in another way until then. */
  nextCheckAt?: Date
}

export const PAYIN_STATUSES = ['completed', 'requiresAction', 'declined', 'processing'] as const

/** What a call that begins a pay-in has to tell; each verb puts it in the words of its endpoint. */
export type PayinAnswer = {
  transactionId: `txn_${string}`
  sendSessionId: `pss_${string}`
  status: (typeof PAYIN_STATUSES)[number]
  /** Of the payer's own row, and its reference. */
  state: Movement['state']
  reference: string
  /** Only with `requiresAction`. */
  url?: string
  /** In cents. */
  fee: number
  totalCharge: number
}

export const kindOf = ({ send }: Pick<PayinAsked, 'send'>): PayinKind => (send ? 'send' : 'deposit')

const paymentFor = (ctx: MoneyCtx, names: PayinNames, attempt: PayinAttempt, facts: Facts): NewPayment => {
  const { movementId, sessionId, amountCents, send } = attempt
  const ownerId = ctx.user.id
  const kind = kindOf(attempt)
  const { feeCents, waivedCents, totalChargeCents } = facts.of(feesParticipant)
  const after = (ms: number) => new Date(facts.at.getTime() + ms)
  const { language, config } = ctx
  const purpose = send?.paying?.paidFor.kind ?? kind
  const asked = { ref: movementId, ownerId, purpose, payeeId: send?.payee.id ?? ownerId, sessionId, totalChargeCents }
  return {
    payment: {
      ownerId,
      ref: movementId,
      rail: names.rail,
      kind,
      amountCents,
      feeCents,
      waivedCents,
      state: 'created',
      body: attempt.bodyOf({ ...asked, language, publicUrl: config.publicUrl, at: facts.at }),
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

type Referred = PayinAttempt & { reference: string }

/** The payer's own row. Nothing of a send reaches its receiver before the money is here. */
const draftFor = (ownerId: string, { method }: PayinNames, attempt: Referred, facts: Facts): MovementDraft => {
  const { movementId, sessionId, amountCents, send, reference } = attempt
  const { feeCents, scheduledFeeCents } = facts.of(feesParticipant)
  const paidFor = send?.paying?.paidFor
  const details = {
    ...(send && { purpose: send.purpose, ...paidForDetails(paidFor), ...consentDetails(send.consent) }),
    ...attempt.detailsOf?.(facts.at),
  }
  return {
    ownerId,
    movementId,
    type: send ? typesOf(paidFor).sent : 'deposit',
    state: 'PENDING',
    method,
    direction: send ? -1 : 1,
    amountCents,
    feeCents,
    scheduledFeeCents,
    counterpart: send && counterpartOf(send.payee),
    note: send?.note ?? '',
    reference,
    sendSessionId: sessionId,
    details,
  }
}

const stepUpOf = ({ operation, rail }: PayinNames, { movementId, amountCents, send }: PayinAttempt) =>
  send?.stepUp?.by
    ? forParticipant(stepUpParticipant, {
        by: send.stepUp.by,
        movementId,
        operation: send.stepUp.operation,
        feeOperation: operation,
        rail,
        payee: send.payee,
        amountCents,
      })
    : {}

const participantsOf = (ctx: MoneyCtx, names: PayinNames, attempt: Referred): Record<string, unknown> => {
  const { movementId, amountCents, expectedTotalCents, follows, send } = attempt
  const ownerId = ctx.user.id
  const kind = kindOf(attempt)
  const counted = { ownerId, movementId, amountCents }
  const operations = OPERATION_GROUPS[names.operation][kind]
  if (!operations) throw new Error(`there is no ${kind} by ${names.method}`)
  return {
    ...forParticipant(partiesParticipant, {
      payer: { ownerId, minTier: 0, mayOwe: !send },
      ...(send && { receiver: send.payee.id }),
    }),
    ...(send && forParticipant(blocksParticipant, { between: [ownerId, send.payee.id] })),
    ...forParticipant(limitsParticipant, { take: { ...counted, operations } }),
    ...forParticipant(feesParticipant, { take: { ...counted, operation: names.operation }, expectedTotalCents }),
    ...stepUpOf(names, attempt),
    ...(send?.paying &&
      forPaidFor({
        begin: { paidFor: send.paying.paidFor, payerId: ownerId, movementId, amountCents },
        follows: send.paying.follows,
      })),
    ...forParticipant(paymentsParticipant, {
      create: (facts) => paymentFor(ctx, names, attempt, facts),
      follows,
    }),
    ...forMovements({ write: (facts) => [{ insert: draftFor(ownerId, names, attempt, facts), isPosted: false }] }),
    ...forParticipant(auditParticipant, auditOfUser(ctx, { action: `${kind}.started`, movementId })),
    ...attempt.participants,
  }
}

/**
 * Stores a pay-in with all it needs, in one batch, before a provider hears of it: what it uses of limits and free
 * operations, the exact request, what the payer sees, and the answer under the call's key, to be completed later.
 * Refuses what the batch refuses: limits, quote, parties, a proof that is asked for.
 * @param answerOf puts the answer in the words of the endpoint; `at` is the batch's time.
 */
export const storePayin = <Answer extends Json>(
  ctx: MoneyCtx,
  names: PayinNames,
  attempt: PayinAttempt,
  answerOf: (begun: PayinAnswer, at: Date) => Answer,
): Promise<Answer> => {
  const { movementId, sessionId } = attempt
  const reference = newReference()
  return ctx.money.post<Answer>({
    kind: `${kindOf(attempt)}.started`,
    transferId: movementId,
    participants: participantsOf(ctx, names, { ...attempt, reference }),
    answer: (facts) => {
      const { feeCents, totalChargeCents } = facts.of(feesParticipant)
      const begun: PayinAnswer = {
        transactionId: transactionId(movementId),
        sendSessionId: sendSessionId(sessionId),
        status: 'processing',
        state: 'PENDING',
        reference,
        fee: Number(feeCents),
        totalCharge: Number(totalChargeCents),
      }
      return answerOf(begun, facts.at)
    },
  })
}
