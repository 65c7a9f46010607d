import { type Input, type Output, transactionId, uuidOf } from '@puente/contract'
import { counterpartLang, requireContacts } from '#features/accounts/index.ts'
import { isBlockedBetween } from '#features/contacts/index.ts'
import { type Movement, readMovements } from '#features/wallet/index.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { facesOf } from './faces.ts'
import { invoiceRow } from './invoice-row.ts'
import { isUnpaid } from './invoice-states.ts'
import { findInvoice, listPaymentsOf } from './invoices-store.ts'

type MoneyOut = Output<'getInvoice'>['payments'][number]

const moneyOut = (movement: Movement): MoneyOut => ({
  transactionId: transactionId(movement.movementId),
  amount: Number(movement.amountCents),
  method: movement.method,
  state: movement.state,
  date: movement.createdAt.toISOString(),
})

/** One invoice of the caller, with the transactions of theirs that paid it or gave something back. */
export const getInvoice = async (ctx: UserCtx, { invoiceId }: Input<'getInvoice'>): Promise<Output<'getInvoice'>> => {
  requireContacts(ctx.user)
  const { id: ownerId } = ctx.user
  const invoice = await findInvoice(ctx.db, ownerId, uuidOf(invoiceId, 'inv') ?? '')
  if (!invoice) throw new Refusal('invalidInvoice')
  const [faceOf, payments] = await Promise.all([
    facesOf(ctx.db, ownerId, [invoice]),
    listPaymentsOf(ctx.db, ownerId, invoice.invoiceId),
  ])
  const attempt = invoice.was === 'received' ? invoice.attemptId : null
  const refs = [...payments.map(({ movementId }) => movementId), ...(attempt === null ? [] : [attempt])].map(
    (movementId) => ({ ownerId, movementId }),
  )
  const movements = new Map((await readMovements(ctx.db, refs)).map((one) => [one.movementId, one]))
  const shown = (kind: 'payment' | 'refund'): MoneyOut[] =>
    payments.flatMap((payment) => {
      const movement = payment.kind === kind ? movements.get(payment.movementId) : undefined
      return movement ? [{ ...moneyOut(movement), amount: Number(payment.amountCents) }] : []
    })
  const face = faceOf(invoice)
  const isToPay = invoice.was === 'received' && isUnpaid(invoice.state)
  const isApart = face.isHidden || (isToPay && (await isBlockedBetween(ctx.db, ownerId, invoice.issuerId)))
  const underWay = attempt === null ? undefined : movements.get(attempt)
  return {
    ...invoiceRow(invoice, face, ctx.clock.now()),
    ...(isToPay && !isApart && (await counterpartLang(ctx.db, invoice.issuerId))),
    payments: shown('payment'),
    refunds: shown('refund'),
    returns: invoice.returns.map(({ stage, cents, at }) => ({ stage, amount: cents, date: at ?? null })),
    underWay: underWay ? moneyOut(underWay) : null,
  }
}
