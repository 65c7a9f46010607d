/** Why a report is not clear, as one of the few reasons that people see in plain words. */
import { ADDRESS_PROOF_DAYS, type KycReason, type KycType } from '@puente/contract'

type Breakdown = Record<string, { result?: string | null; breakdown?: Record<string, { result?: string | null }> }>
export type OnfidoReport = {
  name: string
  result?: string | null
  sub_result?: string | null
  breakdown?: unknown
  properties?: {
    issuing_country?: string
    document_type?: string
    document_numbers?: { type?: string; value?: string }[]
    date_of_expiry?: string
    issue_date?: string
  }
}

/** The file that a report is about. */
const TYPES: Record<string, KycType> = {
  document: 'selfieId',
  facial_similarity_photo: 'selfie',
  proof_of_address: 'invoice',
}

const isBad = (result: string | null | undefined): boolean => result === 'consider' || result === 'unidentified'

/** First match decides: what the person can do something about comes before what they cannot. */
const RULES: [group: string, part: string | null, code: KycReason][] = [
  ['age_validation', null, 'underage'],
  ['data_validation', 'document_expiration', 'expired'],
  ['image_integrity', 'supported_document', 'unsupported'],
  ['document_classification', 'supported_document', 'unsupported'],
  ['image_integrity', 'source_integrity', 'unsupported'],
  ['image_integrity', null, 'blurry'],
  ['data_comparison', null, 'mismatch'],
  ['face_comparison', null, 'mismatch'],
]

const matches = (breakdown: Breakdown, group: string, part: string | null): boolean => {
  const found = breakdown[group]
  if (!found) return false
  return part === null ? isBad(found.result) : isBad(found.breakdown?.[part]?.result)
}

const DAY_MS = 86_400_000

/** Whether a proof of address was issued too long before the check; null when its date could not be read. */
export const isOldProof = ({ properties }: OnfidoReport, checkedAt: Date): boolean | null => {
  const issued = new Date(properties?.issue_date ?? Number.NaN).getTime()
  return Number.isNaN(issued) ? null : checkedAt.getTime() - issued > ADDRESS_PROOF_DAYS * DAY_MS
}

/** The reasons of a denied check: one per report that is not clear. */
export const reasonsOf = (reports: readonly OnfidoReport[], checkedAt: Date): { type: KycType; code: KycReason }[] =>
  reports
    .filter(({ result }) => isBad(result))
    .map((report) => {
      const { name, breakdown } = report
      if (name === 'proof_of_address' && isOldProof(report, checkedAt)) return { type: 'invoice', code: 'expired' }
      const parts = (breakdown ?? {}) as Breakdown
      const rule = RULES.find(([group, part]) => matches(parts, group, part))
      return { type: TYPES[name] ?? 'selfieId', code: rule?.[2] ?? 'other' }
    })
