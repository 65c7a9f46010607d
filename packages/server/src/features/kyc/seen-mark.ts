import { hash } from 'node:crypto'
import type { KycItem } from './kyc-rules.ts'

/** What lies in a review now, short enough to be typed: it is another once a file joins it or takes another's place. */
export const seenMarkOf = (items: readonly KycItem[]): string => {
  const files = items
    .filter(({ status }) => status === 'inReview')
    .toSorted((one, other) => (one.type < other.type ? -1 : 1))
    .map(({ type, frontFileId, backFileId, companyFileId }) => [type, frontFileId, backFileId, companyFileId])
  return hash('sha256', JSON.stringify(files)).slice(0, 8)
}
