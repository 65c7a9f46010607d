/** The invoices and products that the pictures of `invoice-screens.ts` show. */
import type { Product, Result } from '@puente/contract'
import { after, before, frequents, maria } from './people.ts'

export type Invoice = Result<'getInvoice'>

export const hex = (place: number): string => place.toString(16).padStart(32, '0')
export const invoiceId = (place: number) => `inv_${hex(place)}` as const

export const catalogue: Product[] = (
  [
    ['Pan de muerto', 450],
    ['Pastel de tres leches para veinte personas, con decoración y entrega a domicilio', 128_000],
    ['Rosca de reyes', 3_500],
    ['Servicio de café', 12_345],
  ] as const
).map(([name, price], place) => ({
  id: `prd_${hex(place + 1)}`,
  name,
  price,
  currency: 'USD',
  image: null,
  createdAt: before(900),
  updatedAt: before(900),
}))

const lines: Invoice['products'] = catalogue.slice(0, 2).map(({ id, name, price }, place) => {
  const quantity = place === 0 ? 24 : 1
  return { productId: id, name, price, quantity, amount: price * quantity, image: null }
})

const invoice = (place: number, more: Partial<Invoice> = {}): Invoice => {
  const other = frequents[place % frequents.length]
  const was = more.was ?? 'received'
  return {
    id: invoiceId(place),
    reference: `INV-${String(118 - place).padStart(6, '0')}`,
    type: 'custom',
    was,
    state: 'toPay',
    overdue: false,
    underWay: null,
    amount: 45_000,
    currency: 'USD',
    refunded: 0,
    contested: 0,
    reversed: 0,
    lost: 0,
    refundable: 0,
    note: 'Clases de guitarra de noviembre',
    date: before(3 + place * 31),
    updatedAt: before(2 + place * 31),
    dueDate: null,
    paymentDate: null,
    from: was === 'sent' ? maria.userID : (other?.id ?? ''),
    to: was === 'sent' ? (other?.id ?? '') : maria.userID,
    fullName: other?.fullName ?? null,
    email: other?.publicTransactionId ?? null,
    image: null,
    business: other?.business ?? false,
    blocked: false,
    products: [],
    reminders: { sent: 0, left: was === 'sent' ? 3 : 0, nextAt: null },
    acts: was === 'sent' ? ['cancel', 'remind'] : ['pay', 'decline'],
    version: 1,
    payments: [],
    refunds: [],
    returns: [],
    ...more,
  }
}

export const bakery = invoice(3, {
  type: 'product',
  products: lines,
  amount: 138_800,
  note: 'Para la fiesta del sábado',
  dueDate: '2026-12-04',
})
export const refunded = invoice(1, {
  was: 'sent',
  state: 'paid',
  type: 'product',
  products: lines,
  amount: 138_800,
  refunded: 40_000,
  refundable: 98_800,
  paymentDate: before(20),
  acts: ['refund'],
  payments: [{ transactionId: `txn_${hex(1)}`, amount: 138_800, method: 'card', state: 'COMPLETED', date: before(20) }],
  refunds: [{ transactionId: `txn_${hex(2)}`, amount: 40_000, method: 'wallet', state: 'COMPLETED', date: before(5) }],
})
export const reversed = invoice(1, {
  ...refunded,
  contested: 20_000,
  reversed: 78_800,
  refundable: 0,
  acts: [],
  returns: [
    { stage: 'taken', amount: 78_800, date: before(2) },
    { stage: 'contested', amount: 20_000, date: before(1) },
  ],
})
export const reminded = invoice(2, {
  was: 'sent',
  overdue: true,
  dueDate: '2026-11-14',
  reminders: { sent: 2, left: 1, nextAt: after(9) },
  acts: ['cancel'],
})

export const list = [
  bakery,
  reminded,
  refunded,
  invoice(4, { state: 'processing', acts: [] }),
  invoice(5, { was: 'sent', state: 'declined', acts: [] }),
  invoice(0, { state: 'cancelled', acts: [], fullName: null, email: null, blocked: true }),
  invoice(7, { was: 'sent', amount: 1_234_567, dueDate: '2026-12-01' }),
]
