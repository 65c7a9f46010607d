import type { Kyc } from '@puente/contract'
import type { Db } from '#platform/db/database.ts'
import { itemOf, type KycItem } from './kyc-rules.ts'
import { listItems } from './kyc-store.ts'

/** The identity check as `clients/me` and its own endpoint tell it. */
export const kycOf = (items: readonly KycItem[], person: { tier: number; nameBirthAt: Date | null }): Kyc => ({
  selfieIdStatus: itemOf(items, 'selfieId').status,
  selfieStatus: itemOf(items, 'selfie').status,
  invoiceStatus: itemOf(items, 'invoice').status,
  videoStatus: itemOf(items, 'video').status,
  tier: person.tier,
  fullNameBirth: person.nameBirthAt !== null,
  selfieId: itemOf(items, 'selfieId').frontFileId !== null,
  selfie: itemOf(items, 'selfie').frontFileId !== null,
})

/**
 * Whether the person's documents are under review; meanwhile the details they prove must stay as they were submitted.
 */
export const isUnderReview = async (db: Db, ownerId: string): Promise<boolean> =>
  (await listItems(db, ownerId)).some(({ status }) => status === 'inReview')
