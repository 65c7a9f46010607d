/**
 * An invoice is one row per party under the same id. What the two share changes together; each keeps a snapshot of the other, so
 * that it reads the same whatever becomes of them.
 */
import type { InvoiceSide, InvoiceState, InvoiceType } from '@puente/contract'
import type { PayableReturn } from '#features/payments/index.ts'
import type { Counterpart } from '#features/wallet/index.ts'

/** A product as it was when the invoice was made. Ids are bare uuids. */
export type InvoiceLine = {
  productId: string
  name: string
  priceCents: number
  quantity: number
  imageFileId: string | null
}

export type InvoiceRef = { issuerId: string; invoiceId: string }

/** What both parties' rows say alike, and what changes of it. */
export type Invoice = InvoiceRef & {
  payerId: string
  type: InvoiceType
  state: InvoiceState
  /** Counted by the issuer, from 1. */
  number: number
  amountCents: bigint
  refundedCents: bigint
  returns: PayableReturn[]
  note: string
  lines: InvoiceLine[]
  /** A calendar day, `2026-12-31`. */
  dueDate: string | null
  /** The movement of the payment from outside that is under way. */
  attemptId: string | null
  remindersSent: number
  remindedAt: Date | null
  overdueToldAt: Date | null
  version: number
  createdAt: Date
  updatedAt: Date
  paidAt: Date | null
}

/** An invoice as the row of one of its parties has it. */
export type OwnInvoice = Invoice & {
  ownerId: string
  was: InvoiceSide
  /** The owner's name on the day it was made. */
  ownName: string
  counterpart: Counterpart
}

/** How an invoice is called: INV-000001. */
export const invoiceReference = (number: number): string => `INV-${String(number).padStart(6, '0')}`
