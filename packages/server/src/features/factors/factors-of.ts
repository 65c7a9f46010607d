import type { Factor } from '@puente/contract'
import { type Account, findCooling, findCredentials } from '#features/accounts/index.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { Services } from '#platform/services.ts'
import { phoneNewUntil } from './challenge-rules.ts'
import { listEnrolled } from './enrolled-factors.ts'
import type { Prover } from './intent.ts'

/** Who proves what: the session, null for a sign-in, and the act, where one is asked about. */
type Asked = Pick<Prover, 'sessionId'> & { operation?: string }
type Waiting = { reason: 'phoneChangedProof' | 'phoneAddedProof'; until: Date }

/** What only protects the account, and a lost device does with no proof at all: the password does where the phone is too new. */
const PROTECTING: ReadonlySet<string> = new Set(['endSessions'])

/**
 * What this person can prove with now, the best first: what they enrolled, and a code to the verified phone. The password
 * serves those who have neither, so that a new account can change its own things; empty for who has no password either. A phone
 * that was changed lately, or added otherwise than in signing up, proves nothing by itself. In place of the added one the
 * password is asked, as before it, and in place of the changed one for what only protects; where nothing is left, why and until
 * when. To sign in either serves all the same: it comes on top of the password.
 */
const waysOf = async (
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  account: Pick<Account, 'id' | 'phoneVerified' | 'phoneProvesAt'>,
  { sessionId, operation = '' }: Asked,
): Promise<Factor[] | Waiting> => {
  const { id, phoneVerified } = account
  const at = clock.now()
  const [enrolled, cooling] = await Promise.all([listEnrolled(db, id), findCooling(db, id, 'phoneChanged', at)])
  if (enrolled.length === 0 && !phoneVerified) return (await findCredentials(db, id))?.passwordHash ? ['password'] : []
  if (sessionId === null) return phoneVerified ? [...enrolled, 'code'] : enrolled
  const newUntil = phoneNewUntil(account, at)
  if (phoneVerified && !cooling && !newUntil) return [...enrolled, 'code']
  if (enrolled.length > 0) return enrolled
  const mayUsePassword = !cooling || PROTECTING.has(operation)
  if (mayUsePassword && (await findCredentials(db, id))?.passwordHash) return ['password']
  if (cooling) return { reason: 'phoneChangedProof', until: cooling }
  return { reason: 'phoneAddedProof', until: newUntil ?? clock.now() }
}

/** What this person can prove with now, the best first; refuses with `accountRestricted` while that is nothing, because the phone is new. */
export const factorsOf = async (...asked: Parameters<typeof waysOf>): Promise<Factor[]> => {
  const ways = await waysOf(...asked)
  if (Array.isArray(ways)) return ways
  throw new Refusal('accountRestricted', { reason: ways.reason, until: ways.until.toISOString() })
}

/** From when on a signed-in person can prove an act again; null when they can now, or have nothing to prove with. */
export const provesFrom = async (
  services: Pick<Services, 'db' | 'clock'>,
  account: Parameters<typeof waysOf>[1],
  sessionId: string,
): Promise<Date | null> => {
  const ways = await waysOf(services, account, { sessionId })
  return Array.isArray(ways) ? null : ways.until
}
