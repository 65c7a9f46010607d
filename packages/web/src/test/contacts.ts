/** People as the server lists them. */
import type { FrequentContact } from '@puente/contract'

/** Ana Ruiz, with whom money was exchanged before. */
export const aContact = (changes: Partial<FrequentContact> = {}): FrequentContact => ({
  id: 'usr_0190b0b0b0b07b0b8b0b0b0b0b0b0b0b',
  publicTransactionId: 'ana.ruiz-9k2m',
  fullName: 'Ana Ruiz',
  image: null,
  business: false,
  emailVerified: true,
  phoneVerified: true,
  lastTransactionDate: '2026-03-01T12:00:00.000Z',
  numberOfTransactions: 3,
  missingKYC: false,
  ...changes,
})
