/** Paying what somebody asked for, by each method. What is stored, posted and given back is that of a send by the same method. */
import { CARD_MINIMUM_CENTS, transactionId } from '@puente/contract'
import type { Json } from '@puente/ledger'
import { findPersonById, type Person, requireTier } from '#features/accounts/index.ts'
import { cardBody, cardRail, requireUsableCard } from '#features/cards/index.ts'
import { findRail, requireRail } from '#features/content/index.ts'
import { stepUpBy } from '#features/limits/index.ts'
import {
  type PayinAnswer,
  type PayinRail,
  type PayinSend,
  type PayinStart,
  startPayin,
} from '#features/payins/index.ts'
import {
  auditOfUser,
  findPayment,
  findSendSession,
  paidForOf,
  requireSelf,
  totalChargeCents,
} from '#features/payments/index.ts'
import { orderBody, paypalRail } from '#features/paypal/index.ts'
import { IN_APP, sendCommand } from '#features/transfers/index.ts'
import { findMovement, type Movement, newReference } from '#features/wallet/index.ts'
import { beginZelle, resumeZelle, type ZelleBegun } from '#features/zelle/index.ts'
import type { MoneyCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { newId } from '#platform/ids.ts'
import { uuidOf } from '@puente/contract'
import { tipoOf } from './answer-rules.ts'
import { attemptUnderWay, type UnderWay } from './attempt-under-way.ts'
import type { Asked, Paid, PayMethod } from './payable.ts'

type Answer = { [key: string]: Json } & { transactionId: string }
type Word<A> = (paid: Paid) => A
/** What makes way for it. */
type Following = Exclude<UnderWay, { stands: Movement }>
type Way = <A extends Answer>(ctx: MoneyCtx, asked: Asked, following: Following, word: Word<A>) => Promise<A>

/** Who issued it, able to receive; `invalidUser` otherwise. */
export const requireIssuer = async ({ db }: Pick<MoneyCtx, 'db'>, issuerId: string): Promise<Person> => {
  const person = await findPersonById(db, issuerId)
  if (!person?.canReceive) throw new Refusal('invalidUser')
  return person
}

const paidBy = ({ status, ...begun }: PayinAnswer): Paid => ({ ...begun, status, tipo: tipoOf(status, begun.state) })

const sendOf = ({ payable, payee, operation, consent }: Asked, { follows }: Following): PayinSend => ({
  payee,
  note: payable.note,
  purpose: operation === 'payInvoice' ? 'goods' : 'personal',
  consent,
  paying: { paidFor: payable.paidFor, follows },
})

const requireMinimum = ({ payable: { amountCents } }: Asked): void => {
  if (amountCents < BigInt(CARD_MINIMUM_CENTS))
    throw new Refusal('invalidAmount', { reason: 'cardMinimum', minCents: CARD_MINIMUM_CENTS })
}

/** The session of an earlier attempt at the same, by the same method; any other session is as unknown as none. */
const sessionFor = async (ctx: MoneyCtx, { sendSessionId, payable, method }: Asked): Promise<string | undefined> => {
  if (sendSessionId === undefined) return undefined
  const sessionId = uuidOf(sendSessionId, 'pss')
  const session = sessionId && (await findSendSession(ctx.db, ctx.user.id, sessionId))
  const row = session && (await findMovement(ctx.db, { ownerId: ctx.user.id, movementId: session.movementId }))
  if (!row || paidForOf(row)?.id !== payable.paidFor.id) throw new Refusal('notFound')
  return row.method === method ? sendSessionId : undefined
}

const byPage = async <A extends Answer>(
  ctx: MoneyCtx,
  rail: PayinRail,
  { asked, send, bodyOf }: { asked: Asked; send: PayinSend } & Pick<PayinStart, 'bodyOf'>,
  word: Word<A>,
): Promise<A> => {
  const { payable, expectedTotalCents } = asked
  const sendSessionId = await sessionFor(ctx, asked)
  const start: PayinStart = { amountCents: payable.amountCents, expectedTotalCents, sendSessionId, send, bodyOf }
  return startPayin(ctx, rail, start, (begun) => word(paidBy(begun)))
}

const byCard: Way = async (ctx, asked, following, word) => {
  requireMinimum(asked)
  if (asked.cardId !== undefined) await requireUsableCard(ctx, asked.cardId)
  const bodyOf = cardBody(asked.cardId, asked.saveCard)
  // Whoever enters a card on the provider's page proves there that it is theirs.
  const stepUp = asked.cardId === undefined ? {} : { stepUp: { operation: asked.operation, by: stepUpBy(ctx) } }
  return byPage(ctx, cardRail, { asked, send: { ...sendOf(asked, following), ...stepUp }, bodyOf }, word)
}

const byPaypal: Way = async (ctx, asked, following, word) => {
  requireMinimum(asked)
  return byPage(ctx, paypalRail, { asked, send: sendOf(asked, following), bodyOf: orderBody }, word)
}

const paidByZelle = ({ instructions, ...begun }: ZelleBegun): Paid => ({ ...begun, tipo: 'zelle', zelle: instructions })

const byZelle: Way = async <A extends Answer>(ctx: MoneyCtx, asked: Asked, following: Following, word: Word<A>) => {
  const { payable, expectedTotalCents } = asked
  const wordOf = (begun: ZelleBegun) => word(paidByZelle(begun))
  const resumed = following.waits && (await resumeZelle(ctx, following.waits, wordOf))
  if (resumed) return resumed
  const send = sendOf(asked, following)
  const begun = { amountCents: payable.amountCents, expectedTotalCents, send, given: null }
  return (await beginZelle(ctx, begun, wordOf)).answer
}

const byWallet: Way = async (ctx, asked, { follows }, word) => {
  const { payable, payee, expectedTotalCents, operation, consent } = asked
  if (operation === 'payRequest') requireTier(ctx.user, 1)
  const [payer, rail] = [await requireSelf(ctx), await findRail(ctx, IN_APP.rail)]
  requireRail(rail)
  const movementId = newId()
  const reference = newReference()
  const command = sendCommand({
    movementId,
    payer,
    payee,
    amountCents: payable.amountCents,
    expectedTotalCents,
    note: payable.note,
    purpose: operation === 'payInvoice' ? 'goods' : 'personal',
    reference,
    consent,
    stepUp: { operation, by: stepUpBy(ctx) },
    trail: auditOfUser(ctx, { action: 'transfer.sent', movementId }),
    paying: { paidFor: payable.paidFor, follows },
  })
  return ctx.money.post({
    ...command,
    answer: (facts) => {
      const { balance: _, ...sent } = command.answer(facts)
      return word({ ...sent, tipo: tipoOf('completed', sent.state) })
    },
  })
}

const ways: Record<PayMethod, Way> = { wallet: byWallet, card: byCard, paypal: byPaypal, zelle: byZelle }

/** The answer is how the attempt stands that is under way already; nothing begins. */
const asItStands = async <A extends Answer>(ctx: MoneyCtx, row: Movement, word: Word<A>): Promise<A> => {
  const payment = await findPayment(ctx.db, { ownerId: row.ownerId, ref: row.movementId })
  const { amountCents, feeCents, state, reference, details } = row
  const { arrivesAt, decideBy, approverNames } = details
  const waits = {
    ...(state === 'PENDING' && typeof arrivesAt === 'string' && { arrivesAt }),
    ...(state === 'ON HOLD' && typeof decideBy === 'string' && { decideBy }),
    ...(state === 'ON HOLD' && Array.isArray(approverNames) && { approverNames: approverNames.map(String) }),
  }
  const tipo = state === 'COMPLETED' ? 'completed' : state === 'CANCELLED' ? 'declined' : 'processing'
  const total = payment ? totalChargeCents(payment) : amountCents + feeCents
  const stands = { tipo, state, reference, fee: Number(feeCents), totalCharge: Number(total), ...waits } as const
  return ctx.money.post<A>({
    kind: 'send.resumed',
    transferId: newId(),
    answer: () => word({ transactionId: transactionId(row.movementId), ...stands }),
  })
}

/**
 * Pays by the method that was chosen. An attempt of the caller's that is under way is closed first, or is the answer. Whether it
 * can be paid is decided in the batch. A repeat of the call starts nothing.
 * @param word puts the answer in the words of the endpoint.
 */
export const pay = async <A extends Answer>(ctx: MoneyCtx, asked: Asked, word: Word<A>): Promise<A> => {
  const underWay = await attemptUnderWay(ctx, asked.payable.attemptId)
  return 'stands' in underWay ? asItStands(ctx, underWay.stands, word) : ways[asked.method](ctx, asked, underWay, word)
}
