import { type InvoiceSide, uuidOf } from '@puente/contract'
import { isBlockedBetween } from '#features/contacts/index.ts'
import { audit } from '#platform/audit.ts'
import { databaseNow } from '#platform/db/database.ts'
import { writeIn } from '#platform/db/statement.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { DomainEvent, EventName } from '#platform/events.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { announcementsOf, eventData } from './change-invoice.ts'
import type { Invoice } from './invoice.ts'
import { invoiceUpdates, lockInvoice } from './invoices-batch-store.ts'
import { findInvoice } from './invoices-store.ts'

type InvoiceEventName = Extract<EventName, `invoice.${string}`>

/** `next` is the invoice after the change, decided under its lock; it refuses by throwing. */
type OwnChange = { side: InvoiceSide; event: InvoiceEventName; next: (invoice: Invoice, at: Date) => Invoice }

/**
 * Changes an invoice in which the caller is on this side, and tells both sides. An invoice that is unknown, another's or on the other
 * side is refused with `invalidInvoice` alike; nobody is reminded by a person whom they blocked, or who blocked them.
 */
export const changeOwnInvoice = async (
  ctx: UserCtx,
  wireId: string,
  { side, event, next }: OwnChange,
): Promise<Invoice> => {
  const invoiceId = uuidOf(wireId, 'inv') ?? ''
  const own = await findInvoice(ctx.db, ctx.user.id, invoiceId)
  if (own?.was !== side) throw new Refusal('invalidInvoice')
  if (event === 'invoice.reminded' && (await isBlockedBetween(ctx.db, own.issuerId, own.payerId)))
    throw new Refusal('invalidUser')
  return transaction(ctx.db, event, async (trx) => {
    const invoice = await lockInvoice(trx, own)
    if (!invoice) throw new Error('an invoice has the row of one party alone')
    const after = next(invoice, await databaseNow(trx, ctx.clock))
    await writeIn(trx, invoiceUpdates([after]))
    await ctx.events.record(trx, { event, data: eventData(after) } as DomainEvent)
    await ctx.live.publish(trx, ...announcementsOf(after))
    await audit(trx, {
      actor: { kind: 'user', id: ctx.user.id, sessionId: ctx.user.sessionId },
      action: event as `invoice.${string}`,
      object: { type: 'invoice', id: invoiceId },
      result: 'done',
      network: ctx.network,
      requestId: ctx.requestId,
    })
    return after
  })
}
