import type { Factor } from '@puente/contract'
import { type Account, findCooling, findCredentials } from '#features/accounts/index.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { Services } from '#platform/services.ts'
import { phoneNewUntil } from './challenge-rules.ts'
import { listEnrolled } from './enrolled-factors.ts'
import type { Prover } from './intent.ts'

/**
 * What this person can prove with now, the best first: what they enrolled, and a code to the verified phone. The password
 * serves those who have neither, so that a new account can change its own things; empty for who has no password either. A phone
 * that was changed lately, or added otherwise than in signing up, proves nothing by itself. In place of the added one the
 * password is asked, as before it; where nothing is left, refuses with `accountRestricted` and until when. To sign in either
 * serves all the same: it comes on top of the password.
 */
export const factorsOf = async (
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  account: Pick<Account, 'id' | 'phoneVerified' | 'phoneProvesAt'>,
  { sessionId }: Pick<Prover, 'sessionId'>,
): Promise<Factor[]> => {
  const { id, phoneVerified } = account
  const at = clock.now()
  const [enrolled, cooling] = await Promise.all([listEnrolled(db, id), findCooling(db, id, 'phoneChanged', at)])
  if (enrolled.length === 0 && !phoneVerified) return (await findCredentials(db, id))?.passwordHash ? ['password'] : []
  if (sessionId === null) return phoneVerified ? [...enrolled, 'code'] : enrolled
  const newUntil = phoneNewUntil(account, at)
  if (phoneVerified && !cooling && !newUntil) return [...enrolled, 'code']
  if (enrolled.length > 0) return enrolled
  const until = cooling ?? newUntil
  if (cooling || !(await findCredentials(db, id))?.passwordHash)
    throw new Refusal('accountRestricted', {
      reason: cooling ? 'phoneChangedProof' : 'phoneAddedProof',
      until: until?.toISOString(),
    })
  return ['password']
}
