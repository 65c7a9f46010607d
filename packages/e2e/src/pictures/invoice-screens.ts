/** Invoices on both sides, what pays them, and the catalogue. */
import type { Product, Result } from '@puente/contract'
import type { Answers } from './answers.ts'
import { after, before, frequents, maria, nothingListed } from './people.ts'
import type { Scene, Screen, Stage } from './scene.ts'

type Invoice = Result<'getInvoice'>

const hex = (place: number): string => place.toString(16).padStart(32, '0')
const invoiceId = (place: number) => `inv_${hex(place)}` as const

const catalogue: Product[] = (
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

const bakery = invoice(3, {
  type: 'product',
  products: lines,
  amount: 138_800,
  note: 'Para la fiesta del sábado',
  dueDate: '2026-12-04',
})
const refunded = invoice(1, {
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
const reversed = invoice(1, {
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
const reminded = invoice(2, {
  was: 'sent',
  overdue: true,
  dueDate: '2026-11-14',
  reminders: { sent: 2, left: 1, nextAt: after(9) },
  acts: ['cancel'],
})

const list = [
  bakery,
  reminded,
  refunded,
  invoice(4, { state: 'processing', acts: [] }),
  invoice(5, { was: 'sent', state: 'declined', acts: [] }),
  invoice(0, { state: 'cancelled', acts: [], fullName: null, email: null, blocked: true }),
  invoice(7, { was: 'sent', amount: 1_234_567, dueDate: '2026-12-01' }),
]

const quote = (sent: unknown): Result<'feeAmount'> => {
  const { amount, opFee } = sent as { amount: number; opFee: string }
  const fee = opFee === 'in-app' ? 0 : Math.round(amount * 0.029) + 30
  return {
    LimitExceeded: false,
    amount,
    fee,
    puenteFee: fee,
    tier: 1,
    totalCharge: amount + fee,
    totalSend: amount,
    scheduledFee: fee,
    waived: false,
    freeLeft: 0,
    limit: null,
    hint: null,
    arrives: null,
  }
}

const served: Answers = {
  listTransactions: nothingListed,
  listInvoices: { items: list, last: null, end: true },
  listProducts: { items: catalogue },
  frequents: { items: frequents },
  limits: { tier: 1, rows: [], nextTier: 2, nextRows: [] },
  feeAmount: quote,
  createInvoice: { invoiceId: invoiceId(9), reference: 'INV-000119', amount: 3_950, state: 'toPay' },
  payInvoice: {
    tipo: 'completed',
    transactionId: `txn_${hex(1)}`,
    state: 'COMPLETED',
    fee: 0,
    totalCharge: 138_800,
    reference: 'PU-7F3K2M9Q',
  },
}
const as = (answers: Answers = {}): Scene => ({ me: maria, answers: { ...served, ...answers } })

const chosen =
  (one: Invoice) =>
  async ({ page }: Stage): Promise<void> => {
    await page.locator('main a[href="/invoice/detail"]').nth(list.indexOf(one)).click()
    await page.waitForURL('**/detail')
    await page.locator('main h2').first().waitFor()
  }
const detail = (one: Invoice, more: Partial<Scene> = {}): Scene => ({
  ...as({ getInvoice: one }),
  act: chosen(one),
  ...more,
})

const pay = async (stage: Stage): Promise<void> => {
  await chosen(bakery)(stage)
  await stage.page.locator('main a[href="/invoice/pay"]').click()
  await stage.page.waitForURL('**/pay')
  await stage.page.waitForTimeout(700)
}
const payByCard = async (stage: Stage): Promise<void> => {
  await pay(stage)
  await stage.page.locator('input[value="card"]').check({ force: true })
  await stage.page.waitForTimeout(700)
  await stage.page.locator('[data-action] button').click()
  await stage.page.waitForURL('**/confirmation')
  await stage.page.waitForTimeout(700)
}
const paid = async (stage: Stage): Promise<void> => {
  await pay(stage)
  await stage.page.locator('[data-action] button').click()
  await stage.page.waitForURL('**/confirmation')
  await stage.page.waitForTimeout(700)
  await stage.page.locator('[data-action] button').click()
  await stage.page.waitForURL('**/success')
}

const pick = async ({ page }: Stage): Promise<void> => {
  await page.locator('main li button').first().click()
  await page.waitForURL('**/product')
  await page.locator('main li output').first().waitFor()
  await page.locator('main li button').nth(1).click()
  await page.locator('main li button').nth(5).click()
  await page.waitForTimeout(500)
}
const review = async (stage: Stage): Promise<void> => {
  await pick(stage)
  await stage.page.locator('[data-action] button').click()
  await stage.page.waitForURL('**/confirmation')
  await stage.page.locator('textarea').fill('Para la fiesta del sábado. ¡Gracias!')
  await stage.page.locator('input[type="date"]').fill('2026-12-04')
  await stage.page.waitForTimeout(500)
}
const send = async (stage: Stage): Promise<void> => {
  await review(stage)
  await stage.page.locator('[data-action] button').click()
}

export const invoiceScreens: readonly Screen[] = [
  {
    name: 'invoices',
    address: '/invoice',
    states: {
      loading: { ...as(), holds: ['listInvoices'] },
      empty: as({ listInvoices: { items: [], last: null, end: true } }),
      refused: { ...as(), refuses: { listInvoices: 'serviceUnavailable' } },
      filled: as(),
    },
  },
  {
    name: 'invoices-detail',
    address: '/invoice',
    states: { filled: detail(bakery) },
  },
  {
    name: 'invoices-detail-late',
    address: '/invoice',
    states: { filled: detail(reminded) },
  },
  {
    name: 'invoices-detail-reversed',
    address: '/invoice',
    states: { filled: detail(reversed) },
  },
  {
    name: 'invoices-detail-refunded',
    address: '/invoice',
    states: {
      filled: detail(refunded),
      refused: detail(refunded, {
        refuses: { refundInvoice: 'senderUnsufficientFunds' },
        windowOnly: true,
        act: async (stage) => {
          await chosen(refunded)(stage)
          await stage.page.getByRole('button', { name: stage.word('invoices.refund.open') }).click()
          await stage.page.getByRole('dialog').locator('button').first().click()
          await stage.page.waitForTimeout(500)
        },
      }),
    },
  },
  {
    name: 'invoices-pay',
    address: '/invoice',
    states: { filled: detail(bakery, { act: pay }) },
  },
  {
    name: 'invoices-pay-review',
    address: '/invoice',
    states: { filled: detail(bakery, { act: payByCard }) },
  },
  {
    name: 'invoices-paid',
    address: '/invoice',
    states: { filled: detail(bakery, { act: paid }) },
  },
  {
    name: 'invoices-recipient',
    address: '/invoice/recipient',
    states: { filled: as(), empty: as({ frequents: { items: [] } }) },
  },
  {
    name: 'invoices-recipient-add',
    address: '/invoice/recipient/add',
    states: { filled: as() },
  },
  {
    name: 'invoices-pick',
    address: '/invoice/recipient',
    states: {
      filled: { ...as(), act: pick },
      empty: {
        ...as({ listProducts: { items: [] } }),
        act: async ({ page }) => {
          await page.locator('main li button').first().click()
          await page.waitForURL('**/product')
        },
      },
    },
  },
  {
    name: 'invoices-review',
    address: '/invoice/recipient',
    states: {
      filled: { ...as(), act: review },
      refused: { ...as(), refuses: { createInvoice: 'invalidUser' }, act: send },
    },
  },
  {
    name: 'invoices-sent',
    address: '/invoice/recipient',
    states: {
      filled: {
        ...as(),
        act: async (stage) => {
          await send(stage)
          await stage.page.waitForURL('**/success')
        },
      },
    },
  },
  {
    name: 'products',
    address: '/invoice/product',
    states: {
      loading: { ...as(), holds: ['listProducts'] },
      empty: as({ listProducts: { items: [] } }),
      refused: { ...as(), refuses: { listProducts: 'serviceUnavailable' } },
      filled: as(),
    },
  },
  {
    name: 'products-add',
    address: '/invoice/product/add',
    states: { filled: as() },
  },
  {
    name: 'products-image',
    address: '/invoice/product/add/image',
    states: { filled: as() },
  },
]
