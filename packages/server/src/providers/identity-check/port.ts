/**
 * Proof of identity by an outside reviewer: document and selfie go there, a decision comes back. It has no idempotency
 * keys, so what it has taken is remembered after each step and not sent again.
 */
import type { Address, DocType, KycReason, KycType } from '@puente/contract'
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

export type KycSubmission = {
  ref: Ref
  person: { fullName: string; birthday: string; email: string; address: Address }
  docType: DocType
  documents: (KycPhoto & { side: 'front' | 'back' })[]
  selfie: KycPhoto
  progress: KycProgress
}

export type KycDecision =
  | { outcome: 'processing' }
  /** With what is written on the document, one text per number, so that one person is not approved twice. */
  | { outcome: 'approved'; documentNumbers: string[] }
  | { outcome: 'denied'; reasons: { type: KycType; code: KycReason }[] }
  /** Suspicion, caution or a word this code does not know: a person decides. */
  | { outcome: 'review'; raw: string }

export interface KycProvider extends WebhookSource {
  /**
   * Hands in what is missing, step by step, and answers with the check's id; `save` keeps what has been taken so far, and
   * what it throws passes through. Throws `ProviderError`.
   */
  submit(submission: KycSubmission, save: (progress: KycProgress) => Promise<void>): Promise<{ checkId: string }>
  /** How a check stands. Throws `ProviderError`. */
  fetch(checkId: string): Promise<KycDecision>
}
