import { fileId, invoiceId, type Invoice as Row, productId, REMINDERS_MAX, userId } from '@puente/contract'
import { contestedCents, lostCents, reversedCents } from '#features/payments/index.ts'
import { pictureUrl } from '#features/products/index.ts'
import { type OwnInvoice, invoiceReference } from './invoice.ts'
import { actsOf, isOverdue, nextReminderAt, refundableCents } from './invoice-rules.ts'

/** The counterpart as the viewer may see them now: hidden when blocked or closed, with the picture of today. */
export type Face = { isHidden: boolean; imageFileId: string | null }

const remindersOf = (invoice: OwnInvoice, now: Date): Row['reminders'] => {
  const next = invoice.state === 'toPay' ? nextReminderAt(invoice, now) : null
  return {
    sent: invoice.remindersSent,
    left: REMINDERS_MAX - invoice.remindersSent,
    nextAt: next?.toISOString() ?? null,
  }
}

/** An invoice as its owner sees it on the wire. */
export const invoiceRow = (invoice: OwnInvoice, { isHidden, imageFileId }: Face, now: Date): Row => {
  const { counterpart } = invoice
  return {
    id: invoiceId(invoice.invoiceId),
    reference: invoiceReference(invoice.number),
    type: invoice.type,
    was: invoice.was,
    state: invoice.state,
    overdue: isOverdue(invoice, now),
    amount: Number(invoice.amountCents),
    currency: 'USD',
    refunded: Number(invoice.refundedCents),
    contested: Number(contestedCents(invoice)),
    reversed: Number(reversedCents(invoice)),
    lost: Number(lostCents(invoice)),
    refundable: Number(refundableCents(invoice)),
    note: invoice.note,
    date: invoice.createdAt.toISOString(),
    updatedAt: invoice.updatedAt.toISOString(),
    dueDate: invoice.dueDate,
    paymentDate: invoice.paidAt?.toISOString() ?? null,
    from: userId(invoice.issuerId),
    to: userId(invoice.payerId),
    fullName: isHidden ? null : counterpart.name,
    // What names the counterpart to the viewer is the handle: addresses are not shared.
    email: isHidden ? null : counterpart.handle,
    image: isHidden || imageFileId === null ? null : `/api/files/${fileId(imageFileId)}`,
    business: !isHidden && counterpart.isBusiness,
    blocked: isHidden,
    products: invoice.lines.map((line) => ({
      productId: productId(line.productId),
      name: line.name,
      price: line.priceCents,
      quantity: line.quantity,
      amount: line.priceCents * line.quantity,
      image: pictureUrl(line.imageFileId),
    })),
    reminders: remindersOf(invoice, now),
    acts: actsOf(invoice, invoice.was, now),
    version: invoice.version,
  }
}
