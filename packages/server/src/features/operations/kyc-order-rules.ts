/** What operators order about an identity check, and how it is typed. */
import { KYC_REASONS, KYC_TYPES, type KycReason, type KycType } from '@puente/contract'

type Objection = { type: KycType; code: KycReason }

export type KycOrder =
  /** `document` is what is written on it: `USA`, `123456789`; only tier 1 needs it. `seen` is the mark of what was looked at. */
  | { kind: 'approve'; document: { country: string; number: string } | null; expiresOn: string | null; seen: string }
  | { kind: 'deny'; reasons: Objection[] }
  | { kind: 'ask'; type: 'video' | 'invoice' }
  | { kind: 'revoke'; type: KycType; reason: KycReason }
  | { kind: 'reopen'; tier: 1 | 2 }
  | { kind: 'answer'; givesTries: boolean }

const isType = (text: string): text is KycType => KYC_TYPES.some((type) => type === text)
const isReason = (text: string): text is KycReason => KYC_REASONS.some((reason) => reason === text)

/** `selfieId:blurry,selfie:mismatch`; null when it is none. */
export const objectionsOf = (typed: string): Objection[] | null => {
  const found = typed.split(',').map((part) => {
    const [type = '', code = ''] = part.trim().split(':')
    return isType(type) && isReason(code) ? { type, code } : null
  })
  return found.every((objection) => objection !== null) ? found : null
}

/** Of three letters, as passports name countries. */
export const isCountry = (text: string): boolean => /^[A-Z]{3}$/.test(text)
export const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text)

export const ANSWER_MAX = 2000
