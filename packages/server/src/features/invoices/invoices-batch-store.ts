/** Invoices as they are changed, by a verb's transaction or the ledger's batch: locked by the issuer's row, written to both. */
import {
  bigints,
  integers,
  type QueryRunner,
  smallints,
  type Statement,
  texts,
  timestamps,
  uuids,
  type Write,
} from '@puente/ledger'
import { CompiledQuery } from 'kysely'
import type { Trx } from '#platform/db/database.ts'
import type { Invoice, InvoiceRef } from './invoice.ts'
import { type InvoiceRecord, toInvoice } from './invoices-store.ts'
import { lockByOwner } from '#platform/db/lock-by-owner.ts'

const lock: Statement = {
  name: 'invoices.lock',
  text: `
select * from invoices where owner_id = $1 and invoice_id = any($2::uuid[]) and was = 'sent'
 order by invoice_id for no key update`,
}

/** Those of the invoices that exist, for change: others who would change them wait. */
export const lockInvoices = async (db: QueryRunner, refs: readonly InvoiceRef[]): Promise<Invoice[]> => {
  const named = refs.map(({ issuerId, invoiceId }) => ({ ownerId: issuerId, id: invoiceId }))
  return (await lockByOwner<InvoiceRecord>(db, lock, named)).map(toInvoice)
}

/** The same in a verb's transaction, of one; null when there is none. */
export const lockInvoice = async (trx: Trx, ref: InvoiceRef): Promise<Invoice | null> => {
  const { rows } = await trx.executeQuery<InvoiceRecord>(CompiledQuery.raw(lock.text, [ref.issuerId, [ref.invoiceId]]))
  return rows[0] ? toInvoice(rows[0]) : null
}

const update: Statement = {
  name: 'invoices.update',
  text: `
update invoices
   set state = next.state, refunded_cents = next.refunded_cents, attempt_id = next.attempt_id,
       reminders_sent = next.reminders_sent, reminded_at = next.reminded_at, overdue_told_at = next.overdue_told_at,
       version = next.version, updated_at = next.updated_at, paid_at = next.paid_at, returns = next.returns::jsonb
  from unnest($1::uuid[], $2::uuid[], $3::text[], $4::bigint[], $5::uuid[], $6::smallint[], $7::timestamptz[],
              $8::timestamptz[], $9::integer[], $10::timestamptz[], $11::timestamptz[], $12::text[])
       as next (owner_id, invoice_id, state, refunded_cents, attempt_id, reminders_sent, reminded_at, overdue_told_at, version,
                updated_at, paid_at, returns)
 where invoices.owner_id = next.owner_id and invoices.invoice_id = next.invoice_id`,
}

/** What writes invoices that are locked to the rows of both parties. */
export const invoiceUpdates = (invoices: readonly Invoice[]): Write[] => {
  if (invoices.length === 0) return []
  const rows = invoices.flatMap((invoice) =>
    [invoice.issuerId, invoice.payerId].map((ownerId) => ({ ...invoice, ownerId })),
  )
  return [
    {
      statement: update,
      values: [
        uuids(rows.map(({ ownerId }) => ownerId)),
        uuids(rows.map(({ invoiceId }) => invoiceId)),
        texts(rows.map(({ state }) => state)),
        bigints(rows.map(({ refundedCents }) => refundedCents)),
        uuids(rows.map(({ attemptId }) => attemptId)),
        smallints(rows.map(({ remindersSent }) => remindersSent)),
        timestamps(rows.map(({ remindedAt }) => remindedAt)),
        timestamps(rows.map(({ overdueToldAt }) => overdueToldAt)),
        integers(rows.map(({ version }) => version)),
        timestamps(rows.map(({ updatedAt }) => updatedAt)),
        timestamps(rows.map(({ paidAt }) => paidAt)),
        texts(rows.map(({ returns }) => JSON.stringify(returns))),
      ],
      rows: rows.length,
      isIndependent: true,
    },
  ]
}

/** Money that moved for an invoice: what paid it, or gave some of it back. */
export type InvoicePayment = {
  invoice: Pick<Invoice, 'issuerId' | 'payerId' | 'invoiceId'>
  movementId: string
  kind: 'payment' | 'refund'
  amountCents: bigint
}

const insertPayments: Statement = {
  name: 'invoices.insert_payments',
  text: `
insert into invoice_payments (owner_id, invoice_id, movement_id, kind, amount_cents, created_at)
select owner_id, invoice_id, movement_id, kind, amount_cents, $6
  from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::bigint[])
       as paid (owner_id, invoice_id, movement_id, kind, amount_cents)`,
}

/** What notes the money for both parties. */
export const invoicePaymentWrites = (payments: readonly InvoicePayment[], at: Date): Write[] => {
  if (payments.length === 0) return []
  const rows = payments.flatMap((payment) =>
    [payment.invoice.issuerId, payment.invoice.payerId].map((ownerId) => ({ ...payment, ownerId })),
  )
  return [
    {
      statement: insertPayments,
      values: [
        uuids(rows.map(({ ownerId }) => ownerId)),
        uuids(rows.map(({ invoice }) => invoice.invoiceId)),
        uuids(rows.map(({ movementId }) => movementId)),
        texts(rows.map(({ kind }) => kind)),
        bigints(rows.map(({ amountCents }) => amountCents)),
        at,
      ],
      isIndependent: true,
    },
  ]
}
