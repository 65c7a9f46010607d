import type { Factor } from '@puente/contract'
import { type Account, findCooling, findCredentials } from '#features/accounts/index.ts'
import type { Db } from '#platform/db/database.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { Services } from '#platform/services.ts'
import { phoneNewUntil } from './challenge-rules.ts'
import { listEnrolled } from './enrolled-factors.ts'
import type { Prover } from './intent.ts'

type Looking = Pick<Services, 'clock'> & { db: Db }

/** Who proves what: the session, null for a sign-in, and the act, where one is asked about. */
type Asked = Pick<Prover, 'sessionId'> & { operation?: string }
/** Why nothing that they have proves now, and until when. */
export type Waiting = { reason: 'phoneChangedProof' | 'phoneAddedProof'; until: Date }

/** What only protects the account, and a lost device does with no proof at all: the password does where the phone is too new. */
const PROTECTING: ReadonlySet<string> = new Set(['endSessions'])

/** Why the phone alone proves nothing, and until when; null once it does. */
const phoneWaits = async (
  db: Db,
  account: Pick<Account, 'id' | 'phoneProvesAt'>,
  at: Date,
): Promise<Waiting | null> => {
  const cooling = await findCooling(db, account.id, 'phoneChanged', at)
  if (cooling) return { reason: 'phoneChangedProof', until: cooling }
  const until = phoneNewUntil(account, at)
  return until && { reason: 'phoneAddedProof', until }
}

/**
 * What this person can prove with now, the best first: what they enrolled, and a code to the verified phone. The password
 * serves those who have neither, so that a new account can change its own things; empty for who has no password either. A phone
 * that was changed lately, or added otherwise than in signing up, proves nothing by itself. In place of the added one the
 * password is asked, as before it, and in place of the changed one for what only protects; where nothing is left, why and until
 * when. To sign in either serves all the same: it comes on top of the password.
 */
const waysOf = async (
  { db, clock }: Looking,
  account: Pick<Account, 'id' | 'phoneVerified' | 'phoneProvesAt'>,
  { sessionId, operation = '' }: Asked,
): Promise<Factor[] | Waiting> => {
  const { id, phoneVerified } = account
  const waiting = await phoneWaits(db, account, clock.now())
  const enrolled = await listEnrolled(db, id)
  if (enrolled.length === 0 && !phoneVerified) return (await findCredentials(db, id))?.passwordHash ? ['password'] : []
  if (sessionId === null) return phoneVerified ? [...enrolled, 'code'] : enrolled
  if (!waiting) return phoneVerified ? [...enrolled, 'code'] : enrolled
  if (enrolled.length > 0) return enrolled
  const mayUsePassword = waiting.reason === 'phoneAddedProof' || PROTECTING.has(operation)
  return mayUsePassword && (await findCredentials(db, id))?.passwordHash ? ['password'] : waiting
}

/** What this person can prove with now, the best first; refuses with `accountRestricted` while that is nothing, because the phone is new. */
export const factorsOf = async (...asked: Parameters<typeof waysOf>): Promise<Factor[]> => {
  const ways = await waysOf(...asked)
  if (Array.isArray(ways)) return ways
  throw new Refusal('accountRestricted', { reason: ways.reason, until: ways.until.toISOString() })
}

/** Why a signed-in person can prove no act, and until when; null when they can now, or have nothing to prove with. */
export const proofWaits = async (
  services: Looking,
  account: Parameters<typeof waysOf>[1],
  sessionId: string,
): Promise<Waiting | null> => {
  // Of nearly everybody the phone proves: no more is looked up.
  if (!(await phoneWaits(services.db, account, services.clock.now()))) return null
  const ways = await waysOf(services, account, { sessionId })
  return Array.isArray(ways) ? null : ways
}

/** From when on a signed-in person can prove an act again; null when they can now, or have nothing to prove with. */
export const provesFrom = async (...asked: Parameters<typeof proofWaits>): Promise<Date | null> =>
  (await proofWaits(...asked))?.until ?? null
