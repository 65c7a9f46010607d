/** Which tier the uploads come to, and when a document has run out. */
import { TIER1_TYPES } from '@puente/contract'
import { itemOf, type KycItem, type Person } from './kyc-rules.ts'

/** How long the tier lasts after the document has run out, for the person to hand in a new one. */
const NOTICE_DAYS = 30
const DAY_MS = 86_400_000

/** Accepted, or run out so lately that its notice has not ended. */
const counts = ({ status, noticeEndsAt }: KycItem, at: Date): boolean =>
  status === 'Approved' || (noticeEndsAt !== null && at < noticeEndsAt)

/** The tier of a person with these uploads. Below tier 0 contacts are missing, and no upload makes up for them. */
export const tierOf = (items: readonly KycItem[], { tier, hasNameBirth }: Person, at: Date): number => {
  if (tier < 0) return tier
  if (!hasNameBirth || !TIER1_TYPES.every((type) => counts(itemOf(items, type), at))) return 0
  const video = itemOf(items, 'video').status
  const isVideoOpen = video !== 'neverRequested' && video !== 'Approved'
  return itemOf(items, 'invoice').status === 'Approved' && !isVideoOpen ? 2 : 1
}

/** Whether an accepted document has run out by that day; it is good on its last one. ISO days compare as text. */
export const hasRunOut = ({ status, expiresOn }: KycItem, today: string): boolean =>
  status === 'Approved' && expiresOn !== null && expiresOn < today

export const runOut = (item: KycItem, at: Date): KycItem => ({
  ...item,
  status: 'Expired',
  expiresOn: null,
  noticeEndsAt: new Date(at.getTime() + NOTICE_DAYS * DAY_MS),
})

/** Whether the notice has ended without a new document being accepted. */
export const isNoticeOver = ({ noticeEndsAt }: KycItem, at: Date): boolean =>
  noticeEndsAt !== null && noticeEndsAt <= at
