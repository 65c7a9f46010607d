/** Who may move money and who may receive it: pure, so that it holds in a verb and again under the lock. */
import type { BatchRefusal } from '#platform/participant.ts'
import type { Party } from './parties-store.ts'

/**
 * Why a person may not start an operation that needs this tier; null when they may. A debt is paid first: `mayOwe` exempts only what
 * brings money to the person themselves.
 */
export const payerRefusal = (
  party: Party | undefined,
  { minTier, mayOwe = false }: { minTier: number; mayOwe?: boolean },
): BatchRefusal | null => {
  if (!party) return { code: 'accountRestricted', details: { reason: 'closed' } }
  if (party.status !== 'open') return { code: 'accountRestricted', details: { reason: party.status } }
  if (!party.isEmailVerified) return { code: 'emailNotVerified' }
  if (!party.isPhoneVerified) return { code: 'kycRequired', details: { missing: ['phone'] } }
  if (!party.hasAcceptedTerms) return { code: 'kycRequired', details: { missing: ['terms'], reason: 'terms' } }
  if (party.tier < minTier) return { code: 'kycRequired', details: { missing: [`tier${minTier}`] } }
  if (party.owedCents > 0n && !mayOwe)
    return { code: 'accountRestricted', details: { reason: 'owes', owedCents: Number(party.owedCents) } }
  // Who came by another service alone must be able to prove themselves to us before money moves.
  return party.hasOwnProof ? null : { code: 'stepUpRequired', details: { enrol: true, reason: 'enrol' } }
}

/** Why money that a person has set aside may not leave them now; null when it may. Who they are was looked at when they sent it. */
export const senderRefusal = (party: Party | undefined): BatchRefusal | null =>
  party?.status === 'open' ? null : { code: 'accountRestricted', details: { reason: party?.status ?? 'closed' } }

/** A frozen account still receives; a closed one, or one without both contacts verified, does not. */
export const canReceive = (party: Party | undefined, minTier = 0): boolean =>
  party !== undefined &&
  party.tier >= minTier &&
  party.isEmailVerified &&
  party.isPhoneVerified &&
  party.status !== 'closed'
