/** Where money comes in and goes out by other ways than the balance: cards, Zelle, bank accounts. */
import type { Card, Recipient, Result } from '@puente/contract'
import type { Answers } from './answers.ts'
import { after, maria, movementIn } from './people.ts'
import type { Scene, Screen, Stage } from './scene.ts'

const card = (place: number, more: Partial<Card>): Card => ({
  cardId: `pm_${place}`,
  brand: 'visa',
  last4: '4242',
  expMonth: 12,
  expYear: 2030,
  default: place === 1,
  ...more,
})
const cards = { items: [card(1, {}), card(2, { brand: 'amex', last4: '0005', expMonth: 9, expYear: 2026 })] }

const account = (place: number, more: Partial<Recipient> = {}): Recipient => ({
  id: `rcp_${place.toString(16).padStart(32, '0')}`,
  fullName: 'María Fernanda de los Ángeles Rodríguez Villaseñor',
  email: maria.email,
  accountType: 'Checking',
  routingNumber: '021000021',
  accountNumber: '••••6789',
  bankName: 'Chase',
  personType: 'personal',
  address: '1420 Brickell Bay Drive',
  city: 'Miami',
  state: 'FL',
  zipCode: '33131',
  birthday: '1988-03-31',
  type: 'own',
  linked: false,
  usable: true,
  unusableReason: null,
  lastReturn: null,
  coolingUntil: null,
  ...more,
})
const accounts = {
  items: [
    account(1),
    account(2, { bankName: 'Ginkgo Savings Bank', accountNumber: '••••7731', linked: true, coolingUntil: after(20) }),
    account(3, {
      fullName: 'Acme 24',
      personType: 'business',
      bankName: null,
      type: 'thirdParty',
      usable: false,
      unusableReason: 'R03',
    }),
  ],
}

const as = (answers: Answers): Scene => ({ me: maria, answers })
const LINK = '0'.repeat(32)
const visit = (state: Result<'bankLinkResult'>['state']): Scene =>
  as({
    bankLinkResult: {
      state,
      publicToken: state === 'linked' ? 'handle' : null,
      institution: state === 'linked' ? 'Ginkgo Savings Bank' : null,
    },
  })

const quote = (sent: unknown): Result<'feeAmount'> => {
  const { amount } = sent as { amount: number }
  return {
    LimitExceeded: false,
    amount,
    fee: 500,
    puenteFee: 500,
    tier: 1,
    totalCharge: amount + 500,
    totalSend: amount,
    scheduledFee: 500,
    waived: false,
    freeLeft: 0,
    limit: null,
    hint: null,
    arrives: null,
  }
}

const instructions = {
  address: 'pay@puente.example',
  name: 'Puente',
  memo: 'K7M2P9QX',
  totalCharge: 50_500,
  qrText: 'zelle:pay@puente.example?amount=505.00&memo=K7M2P9QX',
  expiresAt: after(48),
}
const ZELLE = `txn_${'0'.repeat(31)}9` as const
const zelle = (more: Partial<Result<'getTransaction'>>, confirmedAt: string | null = null): Scene => ({
  ...as({
    feeAmount: quote,
    limits: { tier: 1, rows: [], nextTier: 2, nextRows: [] },
    startDeposit: {
      transactionId: ZELLE,
      tipo: 'zelle',
      sendSessionId: `pss_${'0'.repeat(31)}9`,
      zelle: instructions,
      fee: 500,
      totalCharge: 50_500,
    },
    getTransaction: {
      ...movementIn('COMPLETED'),
      id: ZELLE,
      type: 'deposit',
      method: 'zelle',
      state: 'PENDING',
      amount: 50_000,
      fee: 500,
      balance: null,
      cancellable: true,
      ...more,
    },
    zellePayment: {
      transactionId: ZELLE,
      state: more.state ?? 'PENDING',
      instructions,
      confirmedAt,
      confirmation: confirmedAt && '20481632640',
      fullName: confirmedAt && maria.fullName,
      triesLeft: 5,
    },
  }),
  act: payByZelle,
})

async function payByZelle({ page }: Stage): Promise<void> {
  await page.locator('input[value="zelle"]').check({ force: true })
  await page.locator('form input').first().fill('500.00')
  await page.waitForTimeout(700)
  await page.locator('form [type="submit"]').click()
  await page.waitForURL('**/zelle')
}

export const railsScreens: readonly Screen[] = [
  {
    name: 'cards',
    address: '/settings/cards',
    states: {
      loading: { me: maria, holds: ['listCards'] },
      empty: as({ listCards: { items: [] } }),
      refused: { me: maria, refuses: { listCards: 'serviceUnavailable' } },
      filled: as({ listCards: cards }),
    },
  },
  {
    name: 'bank-accounts',
    address: '/settings/bank-accounts',
    states: {
      loading: { me: maria, holds: ['listRecipients'] },
      empty: as({ listRecipients: { items: [] } }),
      refused: { me: maria, refuses: { listRecipients: 'serviceUnavailable' } },
      filled: as({ listRecipients: accounts }),
    },
  },
  {
    name: 'bank-account',
    address: '/payments/withdraw/bank/recipient-details',
    states: { filled: { me: maria } },
  },
  {
    name: 'bank-link',
    address: `/payments/withdraw/bank/link?link=${LINK}`,
    states: {
      loading: { me: maria, holds: ['bankLinkResult'] },
      empty: visit('left'),
      refused: { me: maria, refuses: { bankLinkResult: 'linkMissing' } },
      filled: visit('linked'),
    },
  },
  {
    name: 'zelle',
    address: '/deposit-now',
    states: {
      refused: zelle({ state: 'ON HOLD', holdReason: 'zelleMismatch', received: 50_000, cancellable: false }),
      filled: zelle({}),
    },
  },
]
