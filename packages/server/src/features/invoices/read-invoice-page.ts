import type { Invoice as Row } from '@puente/contract'
import type { Services } from '#platform/services.ts'
import { facesOf } from './faces.ts'
import { invoiceRow } from './invoice-row.ts'
import { listInvoicesOf, type Position } from './invoices-store.ts'

/** Invoices as their owner sees them, and where to go on; null at the end. */
export type InvoicePage = { rows: Row[]; next: Position | null }

/** The next of all of a person's invoices, the newest first, for what needs every one of them. */
export const readInvoicePage = async (
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  ownerId: string,
  after: Position | null,
  limit: number,
): Promise<InvoicePage> => {
  const everything = { sides: ['sent', 'received'], states: null, from: null, until: null } as const
  const page = await listInvoicesOf(db, ownerId, { ...everything, after, limit })
  const faceOf = await facesOf(db, ownerId, page)
  const now = clock.now()
  const last = page.at(-1)
  return {
    rows: page.map((invoice) => invoiceRow(invoice, faceOf(invoice), now)),
    next: page.length < limit || !last ? null : { createdAt: last.createdAt, invoiceId: last.invoiceId },
  }
}
