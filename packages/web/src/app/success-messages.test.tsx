import type { Language } from '@puente/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aRow } from '#test/movements.ts'
import { aMe, openApp, reloadApp, signedInAs } from '#test/render.tsx'
import { answers, server } from '#test/server.ts'

const LANGS = { en: 'en-US', es: 'es-US', ko: 'ko-KR' } as const

/** Opens the last screen of a flow, as after the call: what was done stands in the history entry. */
const openDone = async (address: string, flow: string, values: object, language: Language) => {
  sessionStorage.setItem(`draft:${flow}:${aMe().userID}`, 'mark')
  await reloadApp(address, { drafts: { [flow]: { mark: 'mark', values } } }, language)
}

const later = () => new Date(Date.now() + 600_000).toISOString()
const ana = { toUser: 'ana.ruiz-2k9f', fullName: 'Ana Ruiz' }
const bank = {
  id: 'rcp_1',
  fullName: 'Ana Ruiz',
  routingNumber: '021000021',
  accountNumber: '••••6789',
  accountType: 'Checking',
  bankName: 'Chase',
  coolingUntil: null,
  lastReturn: null,
}
const receipt = {
  transactionId: aRow(1).id,
  state: 'PENDING',
  fee: 225,
  totalCharge: 5225,
  expected: null,
  balance: 100,
  reference: 'PU-1',
}

test.each([
  [
    'en',
    'Text me a code',
    'Phone verified',
    'You sent Ana Ruiz an invoice for $25.00',
    'You paid $25.00 to Ana Ruiz',
    '$50.00 is on its way to Ana Ruiz',
  ],
  [
    'es',
    'Enviarme un código',
    'Teléfono verificado',
    'Le enviaste a Ana Ruiz una factura por $25.00',
    'Le pagaste $25.00 a Ana Ruiz',
    '$50.00 van en camino a Ana Ruiz',
  ],
  [
    'ko',
    '인증번호 받기',
    '전화번호를 인증했어요',
    'Ana Ruiz님에게 $25.00 청구서를 보냈어요',
    'Ana Ruiz님에게 $25.00 결제했어요',
    'Ana Ruiz님에게 $50.00 보내고 있어요',
  ],
] as const)(
  'EM-06 a phone that is verified, an invoice sent, an invoice paid and a withdrawal each end in a sentence that says so: %s',
  async (language, ask, verified, sent, paid, withdrawn) => {
    const lang = LANGS[language]
    signedInAs({ lang, phoneVerified: false })
    server.use(
      answers('requestPhoneCode', { phone: '+1•••0134', expiresAt: later(), resendAt: later() }),
      answers('confirmPhone', { phoneVerified: true, phone: '+13055550134', tier: 0 }),
    )
    const { user } = await openApp('/verify-account/confirmation', language)
    await user.click(screen.getByRole('button', { name: ask }))
    signedInAs({ lang })
    await user.type(await screen.findByRole('textbox'), '123456')
    expect(await screen.findByText(verified)).toBeVisible()

    server.use(answers('getTransaction', aRow(1, { type: 'withdraw', method: 'bank', state: 'PENDING', amount: 5000 })))
    const made = { invoiceId: 'inv_1', reference: 'INV-000001', amount: 2500, state: 'toPay' }
    await openDone('/invoice/success', 'invoice', { made, recipient: ana }, language)
    expect(await screen.findByText(sent, { exact: false })).toBeVisible()

    const paidReceipt = {
      transactionId: aRow(1).id,
      reference: 'PU-1',
      number: 'INV-000001',
      name: 'Ana Ruiz',
      amount: 2500,
      fee: 0,
      totalCharge: 2500,
    }
    await openDone('/invoice/success', 'invoicePay', { receipt: paidReceipt }, language)
    expect(await screen.findByText(paid, { exact: false })).toBeVisible()

    await openDone(
      '/payments/withdraw/bank/success',
      'withdraw',
      { recipient: bank, amount: 5000, key: 'k', receipt },
      language,
    )
    expect(await screen.findByText(withdrawn, { exact: false })).toBeVisible()
  },
)
