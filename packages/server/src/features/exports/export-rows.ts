/** How rows of an export are written. */
import type { Invoice } from '@puente/contract'
import type { Person } from '#features/accounts/index.ts'
import { contestedCents, lostCents, reversedCents } from '#features/payments/index.ts'
import type { Product } from '#features/products/index.ts'
import { type OwnRequest, stateAt } from '#features/requests/index.ts'
import { dollars } from '#platform/csv.ts'
import type { OwnMovement } from './own-data-store.ts'

/** Where a withdrawal went, as its detail shows it: the PayPal address, or the bank with the last digits of the account. */
const destinationOf = ({ details: { bankName, accountNumber, paypalEmail } }: OwnMovement): string =>
  [bankName, accountNumber, paypalEmail].filter((part) => typeof part === 'string').join(' ')

/** A movement as it is written, in both forms. Amounts are positive; `direction` says in or out. */
export const transactionOf = (row: OwnMovement) => ({
  id: row.movement_id,
  date: row.created_at.toISOString(),
  paid: row.paid_at?.toISOString() ?? '',
  type: row.type,
  state: row.state,
  method: row.method,
  direction: row.direction > 0 ? 'in' : 'out',
  amount: dollars(row.amount_cents),
  fee: dollars(row.fee_cents),
  currency: row.currency,
  balanceAfter: row.balance_after_cents === null ? '' : dollars(row.balance_after_cents),
  with: row.counterpart_name ?? '',
  username: row.counterpart_handle ?? '',
  to: destinationOf(row),
  note: row.note,
  privateNote: row.private_note ?? '',
  reference: row.reference,
  reason: row.hold_reason ?? row.cancel_reason ?? '',
})

/** A request as it is written; `other` is the other side, null of an open link and where nothing is shown of it. */
export const requestOf = (request: OwnRequest, other: Person | null, at: Date) => ({
  id: request.requestId,
  date: request.createdAt.toISOString(),
  direction: request.was,
  state: stateAt(request, at),
  uses: request.uses,
  amount: dollars(request.amountCents),
  currency: 'USD',
  with: other?.fullName ?? '',
  username: other?.handle ?? '',
  note: request.note,
  expires: request.expiresAt.toISOString(),
  timesPaid: request.paidCount,
  paidInAll: dollars(request.paidCents),
  contested: dollars(contestedCents(request)),
  reversed: dollars(reversedCents(request)),
  lost: dollars(lostCents(request)),
  lastPaid: request.paidAt?.toISOString() ?? '',
})

export const TRANSACTION_COLUMNS = [
  'id',
  'date',
  'paid',
  'type',
  'state',
  'method',
  'direction',
  'amount',
  'fee',
  'currency',
  'balanceAfter',
  'with',
  'username',
  'to',
  'note',
  'privateNote',
  'reference',
  'reason',
] as const satisfies readonly (keyof ReturnType<typeof transactionOf>)[]

/** An invoice as it is written, in both forms; who is hidden to its owner is hidden here. */
export const invoiceOf = (row: Invoice) => ({
  id: row.id,
  reference: row.reference,
  date: row.date,
  direction: row.was,
  type: row.type,
  state: row.state,
  overdue: row.overdue,
  dueDate: row.dueDate ?? '',
  paid: row.paymentDate ?? '',
  amount: dollars(BigInt(row.amount)),
  refunded: dollars(BigInt(row.refunded)),
  contested: dollars(BigInt(row.contested)),
  reversed: dollars(BigInt(row.reversed)),
  lost: dollars(BigInt(row.lost)),
  currency: row.currency,
  with: row.fullName ?? '',
  username: row.email ?? '',
  note: row.note,
  products: row.products
    .map(({ name, quantity, price }) => `${quantity} x ${name} at ${dollars(BigInt(price))}`)
    .join('; '),
})

export const INVOICE_COLUMNS = [
  'id',
  'reference',
  'date',
  'direction',
  'type',
  'state',
  'overdue',
  'dueDate',
  'paid',
  'amount',
  'refunded',
  'contested',
  'reversed',
  'lost',
  'currency',
  'with',
  'username',
  'note',
  'products',
] as const satisfies readonly (keyof ReturnType<typeof invoiceOf>)[]

/** A product of the catalogue as it is written. */
export const productOf = ({ name, priceCents, createdAt, updatedAt }: Product) => ({
  name,
  price: dollars(priceCents),
  currency: 'USD',
  createdAt,
  updatedAt,
})
