/** The tables behind invoices as verbs read them: always the rows of one person. */
import type { InvoiceSide, InvoiceState } from '@puente/contract'
import { type Selectable, sql } from 'kysely'
import type { Counterpart } from '#features/wallet/index.ts'
import type { Db, DB, ReadDb, Trx } from '#platform/db/database.ts'
import type { PayableReturn } from '#features/payments/index.ts'
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
    returns: record.returns as PayableReturn[],
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

const toOwnInvoice = (record: InvoiceRecord): OwnInvoice => ({
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

/** A place in the order of a list: newest first, and by ids within a moment. */
export type Position = { createdAt: Date; invoiceId: string }

/** Which of a person's invoices; null leaves a side open. `until` is the first moment that is too late. */
export type InvoiceQuery = {
  sides: readonly InvoiceSide[]
  states: readonly InvoiceState[] | null
  from: Date | null
  until: Date | null
  after: Position | null
  limit: number
}

/**
 * A person's invoices, newest first. Each side, and each state of it, is a walk of its own along an index that ends at the limit, so that
 * a page costs the same however many invoices there are.
 */
export const listInvoicesOf = async (
  db: Db,
  ownerId: string,
  { sides, states, from, until, after, limit }: InvoiceQuery,
): Promise<OwnInvoice[]> => {
  const walks = sides.flatMap((was) =>
    (states ?? [null]).map((state) => {
      const wanted = [
        sql`owner_id = ${ownerId} and was = ${was}`,
        ...(state === null ? [] : [sql`state = ${state}`]),
        ...(from === null ? [] : [sql`created_at >= ${from}`]),
        ...(until === null ? [] : [sql`created_at < ${until}`]),
        ...(after === null
          ? []
          : [sql`(created_at, invoice_id) < (${after.createdAt}::timestamptz, ${after.invoiceId}::uuid)`]),
      ]
      return sql`(select * from invoices where ${sql.join(wanted, sql` and `)} order by created_at desc, invoice_id desc limit ${limit})`
    }),
  )
  const { rows } = await sql<InvoiceRecord>`
    select * from (${sql.join(walks, sql` union all `)}) as found order by created_at desc, invoice_id desc limit ${limit}`.execute(
    db,
  )
  return rows.map(toOwnInvoice)
}

/** Money that moved for an invoice, as one of its parties has it, the oldest first. */
export const listPaymentsOf = async (
  db: ReadDb,
  ownerId: string,
  invoiceId: string,
): Promise<{ movementId: string; kind: 'payment' | 'refund'; amountCents: bigint }[]> => {
  const rows = await db
    .selectFrom('invoice_payments')
    .select(['movement_id', 'kind', 'amount_cents'])
    .where('owner_id', '=', ownerId)
    .where('invoice_id', '=', invoiceId)
    .orderBy('created_at')
    .orderBy('movement_id')
    .execute()
  return rows.map((row) => ({
    movementId: row.movement_id,
    kind: row.kind === 'payment' ? 'payment' : 'refund',
    amountCents: row.amount_cents,
  }))
}

/** Locks the issuer's numbers. @returns the last one given out; 0 before the first */
export const lockNumbers = async (trx: Trx, ownerId: string): Promise<number> => {
  const row = await trx
    .insertInto('invoice_numbers')
    .values({ owner_id: ownerId, last_number: 0 })
    .onConflict((conflict) =>
      conflict.column('owner_id').doUpdateSet({ last_number: sql`invoice_numbers.last_number` }),
    )
    .returning('last_number')
    .executeTakeFirstOrThrow()
  return row.last_number
}

/** Gives out the number that follows the last; the numbers are locked. */
export const raiseNumber = async (trx: Trx, ownerId: string, number: number): Promise<void> => {
  await trx.updateTable('invoice_numbers').set({ last_number: number }).where('owner_id', '=', ownerId).execute()
}

/** A client's own name for what it sent, a bare uuid, and what it said, hashed. */
export type Draft = { draftId: string; hash: string }

/** The invoice that the draft has made; null before. */
export const findByDraft = async (
  trx: Trx,
  ownerId: string,
  draftId: string,
): Promise<(Invoice & { draftHash: string | null }) | null> => {
  const record = await trx
    .selectFrom('invoices')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('draft_id', '=', draftId)
    .executeTakeFirst()
  return record ? { ...toInvoice(record), draftHash: record.draft_hash } : null
}

/** Writes the rows of both parties, each with the other as they are now. */
export const insertInvoice = async (
  trx: Trx,
  invoice: Invoice,
  { issuer, payer }: { issuer: Counterpart; payer: Counterpart },
  draft: Draft | null,
): Promise<void> => {
  const shared = {
    invoice_id: invoice.invoiceId,
    type: invoice.type,
    state: invoice.state,
    number: invoice.number,
    amount_cents: invoice.amountCents,
    note: invoice.note,
    lines: JSON.stringify(invoice.lines),
    due_date: invoice.dueDate,
    created_at: invoice.createdAt,
    updated_at: invoice.updatedAt,
  }
  const side = (was: InvoiceSide, own: Counterpart, other: Counterpart) => ({
    ...shared,
    was,
    owner_id: own.ownerId,
    own_name: own.name,
    counterpart_id: other.ownerId,
    counterpart_name: other.name,
    counterpart_handle: other.handle,
    counterpart_image_id: other.imageFileId,
    counterpart_is_business: other.isBusiness,
    draft_id: was === 'sent' ? (draft?.draftId ?? null) : null,
    draft_hash: was === 'sent' ? (draft?.hash ?? null) : null,
  })
  await trx
    .insertInto('invoices')
    .values([side('sent', issuer, payer), side('received', payer, issuer)])
    .execute()
}
