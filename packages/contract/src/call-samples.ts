/** What the examples of single components and calls have in place of what their fields alone would say (`samples.ts`). */
import type { EndpointKey } from './app/index.ts'
import { AT, DINNER, hex } from './samples.ts'

/** What examples of these components have in place of what their fields alone would say. */
export const PARTS: Readonly<Record<string, object>> = {
  TransactionRow: { type: 'sent' },
  InvoiceRow: { reference: 'INV-000007', paymentDate: null, was: 'sent', acts: ['cancel', 'remind'] },
  InvoiceLine: { name: 'Coffee beans, 1 kg', price: 1250, quantity: 2, amount: 2500 },
  ProductOut: { name: 'Coffee beans, 1 kg' },
  RequestRow: { paymentDate: null, code: '7f3k9q2mx4wc6hjt8vzp' },
}

const coffee = { name: 'Coffee beans, 1 kg' }
const invoice = { invoiceId: `inv_${hex('00d1')}` }
const request = { requestId: `req_${hex('00e1')}` }
const kycInReview = { selfieIdStatus: 'inReview', selfieStatus: 'inReview', missing: [], submittedAt: AT }

/** What a call's example has in place of what its fields alone would say: which of several proofs, and how fee and total go together. */
export const CALLS: Partial<Record<EndpointKey, { request?: object; result?: object }>> = {
  signUp: { request: { fullName: 'María López' } },
  inviter: { request: { code: '7F3K9Q2M' } },
  openSession: { request: { token: 'c2luZ2xlLXVzZS10b2tlbi1mb3ItYS1zZXNzaW9u' } },
  unlockSession: { request: { password: 'Bridge over the bay 7' } },
  stepUpOptions: {
    request: { factor: 'totp' },
    result: {
      factors: ['totp', 'recoveryCode'],
      intent: { operation: 'sendInApp', payee: 'Ana Ruiz', amount: 250_000, currency: 'USD' },
    },
  },
  stepUpVerify: { request: { totp: '123456' } },
  endSessions: { request: { all: 'others' } },
  changeEmail: { request: { email: 'maria.lopez@example.com' } },
  renamePasskey: { request: { name: 'María’s phone' } },
  addPasskey: { request: { name: 'María’s phone' } },
  socialProviders: { result: { items: [{ id: 'google', name: 'Google' }] } },
  setDefault: { result: { publicTransactionId: 'maria.lopez-7f3k', fullName: 'María López' } },
  me: { result: { fullName: 'María López', publicTransactionId: 'maria.lopez-7f3k', userName: 'maria.lopez-7f3k' } },
  updateProfile: {
    request: { fullName: 'María López García', lang: 'es' },
    result: { fullName: 'María López García', publicTransactionId: 'maria.lopez-7f3k', lang: 'es' },
  },
  businessProfile: { result: { business: { name: 'Café Río LLC', einLast4: '6789', kind: 'llc' } } },
  updateProfilePicture: { result: { link: `/api/files/fil_${hex('00f1')}` } },
  updateProfilePicture64: {
    request: { image: 'data:image/png;base64,iVBORw0KGgo=' },
    result: { link: `/api/files/fil_${hex('00f1')}` },
  },
  suggestHandle: { result: { publicTransactionId: 'maria.lopez' } },
  changeHandle: { request: { publicTransactionId: 'maria.lopez' }, result: { publicTransactionId: 'maria.lopez' } },
  events: { request: { name: 'page_view', props: { route: '/movements/detail' } } },
  changePreferences: { request: { theme: 'dark' }, result: { theme: 'dark' } },
  readNotifications: { request: { all: true }, result: { unread: 0 } },
  changeNoticePreferences: { request: { changes: [{ kind: 'received', channel: 'email', on: false }] } },
  uploadKycPhoto: { result: { status: 'requested', triesLeft: 3 } },
  kycStatus: { result: kycInReview },
  kycResume: { request: { code: 'aGFuZC1vZmYtb2YtdGhlLXBob3Rvcw' } },
  wallet: { result: { USD: 7500, held: { USD: 0 } } },
  feeAmount: { request: { opFee: 'in-app' } },
  exportData: { result: { id: '019ab2c4-d5e6-7f80-8a1b-2c3d4e5f00c2' } },
  withdrawBank: {
    request: { amount: 5000, expectedTotalCharge: 5225 },
    result: { fee: 225, totalCharge: 5225, expected: { from: '2026-11-30', to: '2026-12-01' }, state: 'PENDING' },
  },
  withdrawPaypal: { request: { amount: 5000, expectedTotalCharge: 5225 }, result: { fee: 225, totalCharge: 5225 } },
  addProduct: { request: coffee },
  addProduct64: { request: coffee },
  updateProduct: { request: { price: 1350 }, result: { price: 1350 } },
  createInvoice: {
    request: { products: [`prd_${hex('00a1')}`], note: 'Delivery on Friday', dueDate: '2026-12-08' },
    result: { reference: 'INV-000007' },
  },
  declineInvoice: { result: { ...invoice, state: 'declined' } },
  cancelInvoice: { result: { ...invoice, state: 'cancelled' } },
  refundInvoice: { request: { amount: 1000 }, result: { refunded: 1000, left: 1500 } },
  createRequest: { result: { code: '7f3k9q2mx4wc6hjt8vzp' } },
  splitRequest: { request: { shares: [{ toUser: 'ana.ruiz-2k9f', amount: 4500 }] } },
  getSplit: { result: { paid: 0, left: 4500 } },
  cancelRequest: { result: { ...request, state: 'cancelled' } },
  declineRequest: { result: { ...request, state: 'declined' } },
  payRequest: { request },
  cancelTransaction: { result: { state: 'CANCELLED' } },
  listTransactions: { request: { type: 'sent', fromDate: '2026-11-01', toDate: '2026-11-30', limit: 10 } },
  noteTransaction: { request: { note: 'Birthday' }, result: { note: 'Birthday' } },
  config: {
    result: {
      fees: [{ operation: 'zelle', fromCents: 0, bps: 100, fixedCents: 0 }],
      rails: [{ rail: 'inApp', on: true, text: null, until: null, alternatives: [] }],
    },
  },
  legal: { result: { sections: [{ heading: 'Your balance', text: 'Your balance is what you can spend now.' }] } },
  faqs: {
    request: { search: 'cost' },
    result: {
      items: [
        { id: 'fees', topic: 'money', question: 'What does it cost?', answer: 'Sending to people here is free.' },
      ],
    },
  },
  livePoll: { result: { events: [{ id: 42, event: 'transaction', data: { id: DINNER, version: 2 } }] } },
}
