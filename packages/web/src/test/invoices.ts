/** Invoices and products as the server answers them, seen by the user of `aMe()`. */
import type { Product, Result } from '@puente/contract'
import { aMe } from './render.tsx'

type Invoice = Result<'getInvoice'>

const hex = (number: number) => number.toString(16).padStart(32, '0')
export const invoiceIdOf = (number: number) => `inv_${hex(number)}` as const
export const productIdOf = (number: number) => `prd_${hex(number)}` as const

/** An invoice for $30.00 that the user has sent to Ana Ruiz, with changes; `number` makes its id and number. */
export const anInvoice = (number: number, change: Partial<Invoice> = {}): Invoice => ({
  id: invoiceIdOf(number),
  reference: `INV-${String(number).padStart(6, '0')}`,
  type: 'custom',
  was: 'sent',
  state: 'toPay',
  overdue: false,
  underWay: null,
  amount: 3000,
  currency: 'USD',
  refunded: 0,
  contested: 0,
  reversed: 0,
  lost: 0,
  refundable: 0,
  note: 'Guitar lessons',
  date: `2026-03-${String(28 - number).padStart(2, '0')}T12:00:00.000Z`,
  updatedAt: '2026-03-28T12:00:00.000Z',
  dueDate: null,
  paymentDate: null,
  from: aMe().userID,
  to: 'usr_0190b0b0b0b07b0b8b0b0b0b0b0b0b0b',
  fullName: 'Ana Ruiz',
  email: 'ana.ruiz-9k2m',
  image: null,
  business: false,
  blocked: false,
  products: [],
  reminders: { sent: 0, left: 3, nextAt: null },
  acts: ['cancel', 'remind'],
  version: 1,
  payments: [],
  refunds: [],
  returns: [],
  ...change,
})

/** The same, received from her. */
export const aReceivedInvoice = (number: number, change: Partial<Invoice> = {}): Invoice => {
  const { from, to, ...sent } = anInvoice(number)
  return {
    ...sent,
    was: 'received',
    from: to,
    to: from,
    reminders: { sent: 0, left: 0, nextAt: null },
    acts: ['pay', 'decline'],
    ...change,
  }
}

export const invoiceList = (...items: Invoice[]): Result<'listInvoices'> => ({ items, last: null, end: true })

/** Bread for $4.50, with changes. */
export const aProduct = (number: number, change: Partial<Product> = {}): Product => ({
  id: productIdOf(number),
  name: 'Bread',
  price: 450,
  currency: 'USD',
  image: null,
  createdAt: '2026-03-01T12:00:00.000Z',
  updatedAt: '2026-03-01T12:00:00.000Z',
  ...change,
})
