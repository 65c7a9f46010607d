/**
 * Proof of identity, and of an address, by an outside reviewer: photos go there, a decision comes back. It has no idempotency
 * keys, so what it has taken is remembered after each step and not sent again.
 */
import type { Address, IdDocType, KycReason, KycType } from '@puente/contract'
import type { Ref, WebhookSource } from '../types.ts'

/** What the reviewer has already; saved after each step. */
export type KycProgress = {
  applicantId?: string
  /** By side. */
  documentIds?: Record<string, string>
  isSelfieSent?: boolean
  checkId?: string
}

export type KycPhoto = { bytes: Uint8Array; contentType: string }

/** What a document of identity is called wherever its number counts, whoever has read it. */
export const DOCUMENT_KINDS = {
  passport: 'passport',
  driverLicense: 'driving_licence',
  stateId: 'national_identity_card',
  residencePermit: 'residence_permit',
} as const satisfies Record<IdDocType, string>

/** `USA passport 123456789`: what one person's account is known by, the same however its characters are encoded. */
export const documentNumber = (country: string, kind: string, number: string): string =>
  `${country} ${kind} ${number.normalize('NFKC').replaceAll(/[^\p{L}\p{N}]/gu, '')}`

export type KycSubmission = {
  ref: Ref
  person: { fullName: string; birthday: string; email: string; address: Address }
  progress: KycProgress
} & (
  | {
      kind: 'identity'
      docType: IdDocType
      documents: (KycPhoto & { side: 'front' | 'back' })[]
      selfie: KycPhoto
    }
  /** A proof of the person's address. */
  | { kind: 'address'; docType: 'utilityBill' | 'bankStatement'; document: KycPhoto }
)

export type KycDecision =
  | { outcome: 'processing' }
  /**
   * With what is written on the document of identity, one text per number, so that one person is not approved twice, and
   * the ISO day on which it runs out, if it says so.
   */
  | { outcome: 'approved'; documentNumbers: string[]; expiresOn: string | null }
  | { outcome: 'denied'; reasons: { type: KycType; code: KycReason }[] }
  /** Suspicion, caution or a word this code does not know: a person decides. */
  | { outcome: 'review'; raw: string }

export interface KycProvider extends WebhookSource {
  /** There is no provider: operators review everything, and nothing is ever handed in. */
  isDesk: boolean
  /**
   * Hands in what is missing, step by step, and answers with the check's id; `save` keeps what has been taken so far, and
   * what it throws passes through. Throws `ProviderError`.
   */
  submit(submission: KycSubmission, save: (progress: KycProgress) => Promise<void>): Promise<{ checkId: string }>
  /** How a check stands. Throws `ProviderError`. */
  fetch(checkId: string): Promise<KycDecision>
}
