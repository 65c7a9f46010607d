import { databaseNow } from '#platform/db/database.ts'
import { writeIn } from '#platform/db/statement.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { TaskHandlers, Tasks } from '#platform/jobs/tasks.ts'
import type { Services } from '#platform/services.ts'
import { announcementsOf, eventData, stepped } from './change-invoice.ts'
import type { OwnInvoice } from './invoice.ts'
import { invoiceUpdates, lockInvoice } from './invoices-batch-store.ts'
import { UNPAID } from './invoice-states.ts'
import { listInvoicesOf, type Position } from './invoices-store.ts'
import { tellOverdue } from './overdue.ts'

declare module '#platform/jobs/tasks.ts' {
  interface Tasks {
    /**
     * Of an account that was closed: what it asked for is taken back, what it was asked for declined. Of one that its owner took back: what
     * it asked for before that, an ISO time, is taken back.
     */
    'invoices.close': { ownerId: string; before?: string }
  }
}

const PAGE = 100
/** How long a payment that is under way as the account closes is waited for. */
const LOOK_AGAIN_MS = 6 * 3_600_000

/** Ends it on the side of who has left; false while a payment is under way. */
const end = (services: Services, { was, issuerId, invoiceId }: OwnInvoice): Promise<boolean> =>
  transaction(services.db, 'end an invoice of a closed account', async (trx) => {
    const invoice = await lockInvoice(trx, { issuerId, invoiceId })
    if (!invoice || invoice.state === 'processing') return !invoice
    const step = was === 'sent' ? 'cancel' : 'decline'
    const after = stepped(invoice, step, await databaseNow(trx, services.clock))
    if (!after) return true
    await writeIn(trx, invoiceUpdates([after]))
    const event = step === 'cancel' ? 'invoice.cancelled' : 'invoice.declined'
    await services.events.record(trx, { event, data: eventData(after) })
    await services.live.publish(trx, ...announcementsOf(after))
    return true
  })

/** Ends every invoice of the person that is not paid, page by page; safe to run again. */
const closeInvoices = async (services: Services, closing: Tasks['invoices.close']): Promise<void> => {
  const { ownerId, before } = closing
  let after: Position | null = null
  let isWaiting = false
  /* oxlint-disable no-await-in-loop -- one after another: there may be many */
  for (;;) {
    const page: OwnInvoice[] = await listInvoicesOf(services.db, ownerId, {
      sides: before === undefined ? ['sent', 'received'] : ['sent'],
      states: [...UNPAID],
      from: null,
      until: before === undefined ? null : new Date(before),
      after,
      limit: PAGE,
    })
    for (const invoice of page) isWaiting = !(await end(services, invoice)) || isWaiting
    after = page.at(-1) ?? null
    if (page.length < PAGE) break
  }
  /* oxlint-enable no-await-in-loop */
  if (!isWaiting) return
  await transaction(services.db, 'look at the invoices of a closed account again', (trx) =>
    services.jobs.add(trx, { task: 'invoices.close', payload: closing, delayMs: LOOK_AGAIN_MS }),
  )
}

export const invoicesTasks = (services: Services) =>
  ({
    'invoices.close': (closing) => closeInvoices(services, closing),
    'invoices.tell-overdue': (ref) => tellOverdue(services, ref),
  }) satisfies TaskHandlers
