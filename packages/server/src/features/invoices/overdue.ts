import { databaseNow } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import { writeIn } from '#platform/db/statement.ts'
import type { JobOf } from '#platform/jobs/tasks.ts'
import type { Services } from '#platform/services.ts'
import { announcementsOf, changed, eventData } from './change-invoice.ts'
import type { InvoiceRef } from './invoice.ts'
import { isOverdue, overdueAt } from './invoice-rules.ts'
import { invoiceUpdates, lockInvoice } from './invoices-batch-store.ts'

declare module '#platform/jobs/tasks.ts' {
  interface Tasks {
    /** The due date of an invoice has passed. */
    'invoices.tell-overdue': InvoiceRef
  }
}

/** How long a payment that is under way as the due date passes is waited for. */
const LOOK_AGAIN_MS = 6 * 3_600_000

const jobOf = ({ issuerId, invoiceId }: InvoiceRef, delayMs: number): JobOf<'invoices.tell-overdue'> => ({
  task: 'invoices.tell-overdue',
  payload: { issuerId, invoiceId },
  delayMs,
})

/** To be added in the transaction that makes the invoice. */
export const overdueJob = (ref: InvoiceRef, dueDate: string, at: Date): JobOf<'invoices.tell-overdue'> =>
  jobOf(ref, overdueAt(dueDate).getTime() - at.getTime())

/**
 * Tells both sides, once, that an invoice is overdue; nothing of one that was paid, declined or cancelled. That it is overdue is
 * derived from its due date wherever it is read: this only brings the news.
 */
export const tellOverdue = (services: Services, ref: InvoiceRef): Promise<void> =>
  transaction(services.db, 'tell of an overdue invoice', async (trx) => {
    const invoice = await lockInvoice(trx, ref)
    const at = await databaseNow(trx, services.clock)
    if (!invoice || invoice.overdueToldAt !== null || !isOverdue(invoice, at)) return
    if (invoice.state === 'processing') return services.jobs.add(trx, jobOf(ref, LOOK_AGAIN_MS))
    const after = changed(invoice, { overdueToldAt: at }, at)
    await writeIn(trx, invoiceUpdates([after]))
    await services.events.record(trx, { event: 'invoice.overdue', data: eventData(after) })
    await services.live.publish(trx, ...announcementsOf(after))
  })
