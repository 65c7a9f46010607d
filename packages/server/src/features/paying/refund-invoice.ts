import { type Input, type Output, transactionId, uuidOf } from '@puente/contract'
import { forParticipant } from '@puente/ledger'
import { requireContacts, requireOpen, requireTerms } from '#features/accounts/index.ts'
import {
  findInvoice,
  invoicesFact,
  listPaymentsOf,
  type OwnInvoice,
  refundableCents,
} from '#features/invoices/index.ts'
import { partiesParticipant } from '#features/limits/index.ts'
import { forPaidFor } from '#features/payins/index.ts'
import { auditOfUser, counterpartOf, paidForDetails, type PaidFor, requireSelf } from '#features/payments/index.ts'
import {
  auditParticipant,
  betweenWallets,
  type Counterpart,
  findMovement,
  forMovements,
  type Movement,
  type MovementDraft,
  newReference,
  walletOf,
} from '#features/wallet/index.ts'
import type { MoneyCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { forEvents } from '#platform/events.ts'
import { newId } from '#platform/ids.ts'

declare module '#platform/events.ts' {
  interface Events {
    /** A payment of an invoice was refunded, whole or in part, to its payer; `id` is the payment's movement. */
    'invoice.given-back': { ownerId: string; id: string; cents: number }
  }
}

/** An invoice that the caller issued, and the issuer's row of the payment; `invalidInvoice` for any other, and while it is not paid. */
const requirePaid = async (
  { db, user }: Pick<MoneyCtx, 'db' | 'user'>,
  wireId: string,
): Promise<{ invoice: OwnInvoice; payment: Movement }> => {
  const id = uuidOf(wireId, 'inv')
  const invoice = id && (await findInvoice(db, user.id, id))
  if (!invoice || invoice.was !== 'sent') throw new Refusal('invalidInvoice')
  const paid = (await listPaymentsOf(db, user.id, invoice.invoiceId)).find(({ kind }) => kind === 'payment')
  const payment = paid && (await findMovement(db, { ownerId: user.id, movementId: paid.movementId }))
  if (!payment) throw new Refusal('invalidInvoice', { reason: invoice.state })
  return { invoice, payment }
}

type Refund = {
  refundId: string
  invoice: OwnInvoice
  payment: Movement
  issuer: Counterpart
  amountCents: bigint
}

const paidForOf = ({ issuerId, invoiceId: id }: OwnInvoice): PaidFor => ({ kind: 'invoice', issuerId, id })

const rowsOf = ({ refundId, invoice, payment, issuer, amountCents }: Refund): MovementDraft[] => {
  const { issuerId, payerId, note, counterpart } = invoice
  const shared = {
    movementId: refundId,
    type: 'refund',
    state: 'COMPLETED',
    method: payment.method,
    amountCents,
    note,
    reference: newReference(),
    linkedId: payment.movementId,
    details: paidForDetails(paidForOf(invoice)),
  } as const
  return [
    { ...shared, ownerId: issuerId, direction: -1, counterpart },
    { ...shared, ownerId: payerId, direction: 1, counterpart: issuer },
  ]
}

/**
 * Gives a paid invoice back, whole or in part, from the issuer's wallet to the payer's. The fee of the payer's method stays paid: what
 * it paid for was done. Refuses with `invalidInvoice` more than is left, which is
 * less what the provider of the payment has taken back or may yet take, and with `invalidUser` a payer who has closed the account; one
 * who is blocked gets back what is theirs.
 */
export const refundInvoice = async (ctx: MoneyCtx, input: Input<'refundInvoice'>): Promise<Output<'refundInvoice'>> => {
  requireOpen(ctx.user)
  requireContacts(ctx.user)
  requireTerms(ctx.user)
  const { invoice, payment } = await requirePaid(ctx, input.invoiceId)
  const { issuerId, payerId } = invoice
  const refundId = newId()
  const amountCents = input.amount === undefined ? refundableCents(invoice) : BigInt(input.amount)
  const refund: Refund = { refundId, invoice, payment, issuer: counterpartOf(await requireSelf(ctx)), amountCents }
  return ctx.money.post<Output<'refundInvoice'>>({
    kind: 'invoice.refunded',
    transferId: refundId,
    locks: [walletOf(issuerId), walletOf(payerId)],
    participants: {
      ...forParticipant(partiesParticipant, { payer: { ownerId: issuerId, minTier: 0 }, holder: payerId }),
      ...forPaidFor({ refund: { paidFor: paidForOf(invoice), payerId, movementId: refundId, amountCents } }),
      ...forMovements({ write: () => rowsOf(refund).map((insert) => ({ insert, isPosted: true })) }),
      ...forParticipant(auditParticipant, auditOfUser(ctx, { action: 'invoice.refunded', movementId: refundId })),
      ...forEvents(() => [
        {
          event: 'invoice.given-back',
          data: { ownerId: payerId, id: payment.movementId, cents: Number(amountCents) },
        },
      ]),
    },
    legs: () => betweenWallets(issuerId, payerId, amountCents),
    answer: (facts) => {
      const { refundedCents, leftCents } = facts.of(invoicesFact)
      return {
        transactionId: transactionId(refundId),
        refunded: Number(refundedCents),
        left: Number(leftCents),
        balance: Number(facts.balanceOf(walletOf(issuerId)).availableCents),
      }
    },
  })
}
