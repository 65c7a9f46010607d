/** Home, movements, and the ways money moves. */
import type { Result } from '@puente/contract'
import type { Answers } from './answers.ts'
import {
  after,
  frequents,
  listed,
  maria,
  minsu,
  movementIn,
  movements,
  nothingListed,
  verifiedMinsu,
} from './people.ts'
import type { Scene, Screen, Stage } from './scene.ts'

const limitRow = (
  row: string,
  operation: Result<'limits'>['rows'][number]['operation'],
  window: Result<'limits'>['rows'][number]['window'],
  limitCents: number,
  usedCents: number,
) => ({
  row,
  operation,
  window,
  limitCents,
  usedCents,
  leftCents: limitCents - usedCents,
  freesAt: usedCents > 0 ? after(9) : null,
})

const limits: Result<'limits'> = {
  tier: 1,
  rows: [
    limitRow('L-10', 'inApp', '24h', 2_000_000, 26_850),
    limitRow('L-11', 'outgoing', '30d', 5_000_000, 412_345),
    limitRow('L-12', 'deposit', '24h', 200_000, 50_000),
  ],
  nextTier: 2,
  nextRows: [],
}

const quote = (sent: unknown): Result<'feeAmount'> => {
  const { amount, opFee } = sent as { amount: number; opFee: string }
  const fee = opFee === 'in-app' ? 0 : Math.round(amount * 0.029) + 30
  return {
    LimitExceeded: false,
    amount,
    fee,
    puenteFee: 0,
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

const tooMuch = (sent: unknown): Result<'feeAmount'> => ({
  ...quote(sent),
  LimitExceeded: true,
  limit: { ...limitRow('L-10', 'inApp', '24h', 300_000, 300_000), freesCents: 120_000, mostCents: null },
})

const movement = (sent: unknown): Result<'getTransaction'> => {
  const { transactionId } = sent as { transactionId: string }
  const row = movements.find(({ id }) => id === transactionId)
  if (!row) throw new Error(`no movement ${transactionId}`)
  return row
}

const served: Answers = {
  listTransactions: listed,
  getTransaction: movement,
  frequents: { items: frequents },
  limits,
  feeAmount: quote,
}
const filled: Scene = { me: maria, answers: served }

const chosen =
  (id: string): NonNullable<Scene['act']> =>
  async ({ page }) => {
    const place = movements.findIndex((row) => row.id === id)
    await page.locator('main a[href="/movements/detail"]').nth(place).click()
    await page.waitForURL('**/detail')
  }

const person = async ({ page }: Stage) => {
  await page.locator('main ul button, main li button').first().click()
  await page.waitForURL('**/amount')
}
const amount = (cents: string) => async (stage: Stage) => {
  await person(stage)
  await stage.page.locator('form input').first().fill(cents)
  await stage.page.waitForTimeout(700)
}
const review = async (stage: Stage) => {
  await amount('2500.00')(stage)
  await stage.page.locator('form [type="submit"]').click()
  await stage.page.waitForURL('**/detail')
}
const confirm = async (stage: Stage) => {
  await review(stage)
  await stage.page.locator('textarea').fill('Para la medicina y lo que falte de la semana. ¡Un abrazo grande!')
  await stage.page.waitForTimeout(500)
  await stage.page.locator('main button:not([aria-pressed])').last().click()
}

const PAYMENT = `pss_${'0'.repeat(31)}7` as const

/** Back from the provider's page, with what the server says became of the payment. */
const returned = (next: Result<'paymentSession'>['next'], state: Result<'paymentSession'>['state']): Scene => ({
  me: maria,
  tab: { sendSessionId: PAYMENT },
  answers: {
    ...served,
    paymentSession: {
      sendSessionId: PAYMENT,
      transactionId: movementIn('COMPLETED').id as `txn_${string}`,
      state,
      next,
      amount: 50_000,
      fee: 1480,
      totalCharge: 51_480,
      url: next === 'pay' ? 'http://localhost:4710/card/pay/cs_test_1' : null,
    },
  },
})

const IN_APP = '/payments/send/puente'

export const moneyScreens: readonly Screen[] = [
  {
    name: 'home',
    address: '/home',
    states: {
      loading: { me: maria, holds: ['listTransactions'] },
      empty: { me: minsu, answers: { listTransactions: nothingListed } },
      refused: { me: maria, refuses: { listTransactions: 'serviceUnavailable' } },
      filled,
    },
  },
  {
    name: 'movements',
    address: '/movements',
    states: {
      loading: { me: maria, holds: ['listTransactions'] },
      empty: { me: verifiedMinsu, answers: { listTransactions: nothingListed } },
      refused: { me: maria, refuses: { listTransactions: 'serviceUnavailable' } },
      filled,
    },
  },
  {
    name: 'movements-search',
    address: '/movements',
    states: {
      empty: { ...filled, act: async ({ page }) => page.locator('input').first().fill('Kimchi 김치') },
    },
  },
  {
    name: 'movements-detail',
    address: '/movements',
    states: {
      loading: { ...filled, holds: ['getTransaction'], act: chosen(movementIn('COMPLETED').id) },
      refused: {
        ...filled,
        refuses: { getTransaction: 'serviceUnavailable' },
        act: chosen(movementIn('COMPLETED').id),
      },
      filled: { ...filled, act: chosen(movementIn('COMPLETED').id) },
    },
  },
  {
    name: 'movements-detail-held',
    address: '/movements',
    states: { filled: { ...filled, act: chosen(movementIn('ON HOLD').id) } },
  },
  {
    name: 'movements-detail-cancelled',
    address: '/movements',
    states: { filled: { ...filled, act: chosen(movementIn('CANCELLED').id) } },
  },
  {
    name: 'send',
    address: '/payments/send',
    states: { loading: { ...filled, holds: ['config'] }, filled },
  },
  {
    name: 'send-recipient',
    address: IN_APP,
    states: {
      loading: { ...filled, holds: ['frequents'] },
      empty: { me: maria, answers: { ...served, frequents: { items: [] } } },
      refused: { ...filled, refuses: { frequents: 'serviceUnavailable' } },
      filled,
    },
  },
  {
    name: 'send-amount',
    address: IN_APP,
    states: {
      empty: { ...filled, act: person },
      filled: { ...filled, act: amount('12345.67') },
      refused: { me: maria, answers: { ...served, feeAmount: tooMuch }, act: amount('2500.00') },
    },
  },
  {
    name: 'send-detail',
    address: IN_APP,
    states: {
      filled: { ...filled, act: review },
      loading: { ...filled, holds: ['sendInApp'], act: confirm },
      refused: { ...filled, refuses: { sendInApp: 'senderUnsufficientFunds' }, act: confirm },
    },
  },
  {
    name: 'send-success',
    address: IN_APP,
    states: {
      filled: {
        me: maria,
        answers: {
          ...served,
          sendInApp: {
            transactionId: movementIn('COMPLETED').id,
            state: 'COMPLETED',
            fee: 0,
            totalCharge: 250_000,
            balance: 984_567,
            reference: 'PU-7F3K2M',
          },
        },
        act: async (stage) => {
          await confirm(stage)
          await stage.page.waitForURL('**/success')
        },
      },
    },
  },
  {
    name: 'deposit',
    address: '/deposit-now',
    states: {
      empty: filled,
      filled: {
        ...filled,
        act: async ({ page }) => {
          await page.locator('form input').first().fill('500.00')
          await page.waitForTimeout(700)
        },
      },
    },
  },
  {
    name: 'deposit-success',
    address: '/deposit-now/success',
    states: {
      loading: returned('wait', 'PENDING'),
      refused: returned('retryOrFinish', 'PENDING'),
      filled: returned('done', 'COMPLETED'),
    },
  },
  {
    name: 'deposit-cancel',
    address: '/deposit-now/cancel',
    states: {
      // Nothing is under way: the address was kept, or the payment is long settled.
      empty: { me: maria, answers: served },
      refused: returned('done', 'CANCELLED'),
      filled: returned('pay', 'PENDING'),
    },
  },
]
