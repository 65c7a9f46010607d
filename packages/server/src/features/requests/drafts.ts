/** A client names what it wants made, so that a second click, or a repeat after a lost answer, gets the same and makes no other. */
import { hash } from 'node:crypto'
import { canonicalJson } from '#platform/http/requests.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { Draft } from './requests-store.ts'

/** The draft of an input; null where the client named none. */
export const draftOf = ({ draftId, ...said }: { draftId?: string | undefined }): Draft | null =>
  draftId === undefined ? null : { draftId, hash: hash('sha256', canonicalJson(said), 'buffer') }

/** Refuses with `idempotencyConflict` a draft that said something else before. */
export const requireSameDraft = (draft: Draft, kept: Buffer): void => {
  if (!kept.equals(draft.hash)) throw new Refusal('idempotencyConflict', { field: 'draftId' })
}
