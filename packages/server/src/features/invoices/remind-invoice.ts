import { type Input, invoiceId, type Output, REMINDERS_MAX } from '@puente/contract'
import { requireContacts, requireOpen } from '#features/accounts/index.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { changed } from './change-invoice.ts'
import { changeOwnInvoice } from './change-own-invoice.ts'
import { nextReminderAt, reminderRefusal } from './invoice-rules.ts'

/** Reminds whoever is to pay: once in 24 hours, three times in all, then `tooManyRequests`; `invalidUser` where one has blocked the other. */
export const remindInvoice = async (ctx: UserCtx, input: Input<'remindInvoice'>): Promise<Output<'remindInvoice'>> => {
  requireOpen(ctx.user)
  requireContacts(ctx.user)
  const after = await changeOwnInvoice(ctx, input.invoiceId, {
    side: 'sent',
    event: 'invoice.reminded',
    next: (invoice, at) => {
      if (invoice.state !== 'toPay') throw new Refusal('invalidInvoice', { reason: invoice.state })
      const refusal = reminderRefusal(invoice, at)
      if (refusal) throw new Refusal(refusal.code, refusal.details)
      return changed(invoice, { remindersSent: invoice.remindersSent + 1, remindedAt: at }, at)
    },
  })
  const sent = after.remindersSent
  const nextAt = nextReminderAt(after, after.updatedAt)?.toISOString() ?? null
  return {
    invoiceId: invoiceId(after.invoiceId),
    state: after.state,
    reminders: { sent, left: REMINDERS_MAX - sent, nextAt },
  }
}
