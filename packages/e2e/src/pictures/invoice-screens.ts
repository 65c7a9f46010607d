/** Invoices on both sides, what pays them, and the catalogue. */
import type { Result } from '@puente/contract'
import type { Answers } from './answers.ts'
import {
  bakery,
  catalogue,
  hex,
  type Invoice,
  invoiceId,
  list,
  refunded,
  reminded,
  reversed,
} from './invoice-samples.ts'
import { frequents, maria, nothingListed } from './people.ts'
import type { Scene, Screen, Stage } from './scene.ts'

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
