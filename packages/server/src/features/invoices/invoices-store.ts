/** The tables behind invoices as verbs read them: always the rows of one person. */
import type { Selectable } from 'kysely'
import type { Db, DB, ReadDb } from '#platform/db/database.ts'
import type { Invoice, InvoiceLine, OwnInvoice } from './invoice.ts'

export type InvoiceRecord = Selectable<DB['invoices']>

/** What both rows say alike. The closed lists are held by the table's own checks. */
export const toInvoice = (record: InvoiceRecord): Invoice => {
  const isSent = record.was === 'sent'
  return {
    invoiceId: record.invoice_id,
    issuerId: isSent ? record.owner_id : record.counterpart_id,
    payerId: isSent ? record.counterpart_id : record.owner_id,
    type: record.type as Invoice['type'],
    state: record.state as Invoice['state'],
    number: record.number,
    amountCents: record.amount_cents,
    refundedCents: record.refunded_cents,
    note: record.note,
    lines: record.lines as InvoiceLine[],
    dueDate: record.due_date,
    attemptId: record.attempt_id,
    remindersSent: record.reminders_sent,
    remindedAt: record.reminded_at,
    overdueToldAt: record.overdue_told_at,
    version: record.version,
    createdAt: record.created_at,
    updatedAt: record.updated_at,
    paidAt: record.paid_at,
  }
}

export const toOwnInvoice = (record: InvoiceRecord): OwnInvoice => ({
  ...toInvoice(record),
  ownerId: record.owner_id,
  was: record.was as OwnInvoice['was'],
  ownName: record.own_name,
  counterpart: {
    ownerId: record.counterpart_id,
    name: record.counterpart_name,
    handle: record.counterpart_handle,
    imageFileId: record.counterpart_image_id,
    isBusiness: record.counterpart_is_business,
  },
})

/** The owner's own row of an invoice, sent or received. */
export const findInvoice = async (db: ReadDb | Db, ownerId: string, invoiceId: string): Promise<OwnInvoice | null> => {
  const record = await db
    .selectFrom('invoices')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('invoice_id', '=', invoiceId)
    .executeTakeFirst()
  return record ? toOwnInvoice(record) : null
}
