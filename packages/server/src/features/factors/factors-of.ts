import type { Factor } from '@puente/contract'
import { type Account, findCooling } from '#features/accounts/index.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { Services } from '#platform/services.ts'
import { listEnrolled } from './enrolled-factors.ts'
import type { Prover } from './intent.ts'

/**
 * What this person can prove with now, the best first: what they enrolled, and a code to the verified phone. The password
 * serves those who have neither, so that a new account can change its own things. A phone that was changed lately proves
 * nothing by itself: where it is all there is, refuses with `accountRestricted` and until when. To sign in it serves all the
 * same: it comes on top of the password, and for as long money goes out slowly.
 */
export const factorsOf = async (
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { id, phoneVerified }: Pick<Account, 'id' | 'phoneVerified'>,
  { sessionId }: Pick<Prover, 'sessionId'>,
): Promise<Factor[]> => {
  const [enrolled, cooling] = await Promise.all([
    listEnrolled(db, id),
    findCooling(db, id, 'phoneChanged', clock.now()),
  ])
  if (enrolled.length === 0 && !phoneVerified) return ['password']
  if (sessionId === null) return phoneVerified ? [...enrolled, 'code'] : enrolled
  if (enrolled.length === 0 && cooling)
    throw new Refusal('accountRestricted', { reason: 'phoneChangedProof', until: cooling.toISOString() })
  return phoneVerified && !cooling ? [...enrolled, 'code'] : enrolled
}
