/** The cast as accounts: opened, verified and reviewed as far as each of them has come, each at its time. */
import {
  claimOf,
  keepTimeZone,
  openAccount,
  recordTerms,
  setTier,
  takeClaim,
  updateAccount,
} from '#features/accounts/index.ts'
import { insertPicture, putPicture } from '#features/profile/index.ts'
import { createPasswords } from '#platform/crypto/passwords.ts'
import type { Trx } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import { newId } from '#platform/ids.ts'
import type { Services } from '#platform/services.ts'
import { DEMO_PASSWORD, FIRST, memberOf, ROLES, TIER_OF } from './cast.ts'
import type { CastMember, Role, Standing } from './cast.ts'
import type { DemoClock } from './demo-clock.ts'
import { faceOf } from './faces.ts'
import { findMade, insertDecidedCase } from './demo-store.ts'
import type { Reviewed } from './demo-store.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const REVIEW_MS = 5 * 60 * MINUTE_MS

/** Bare uuids, and the moment at which the story ends. */
export type People = { ids: Record<Role, string>; until: Date }

const DOCUMENTS = [
  { type: 'selfieId', docType: 'driverLicense', reason: null },
  { type: 'selfie', docType: null, reason: null },
] as const satisfies Reviewed[]
const PROOF_OF_ADDRESS = { type: 'invoice', docType: 'utilityBill', reason: null } as const satisfies Reviewed
/** Both are refused, so that a new try brings both files along. */
const REFUSED = [
  { type: 'selfieId', docType: 'driverLicense', reason: 'blurry' },
  { type: 'selfie', docType: null, reason: 'mismatch' },
] as const satisfies Reviewed[]

const REVIEWED: Record<Standing, readonly Reviewed[]> = {
  new: [],
  email: [],
  contacts: [],
  denied: REFUSED,
  identity: DOCUMENTS,
  residence: [...DOCUMENTS, PROOF_OF_ADDRESS],
}

const takeClaims = async ({ keys }: Services, trx: Trx, id: string, member: CastMember): Promise<void> => {
  const { email, handle, referralCode, phone } = member
  const claims = { email, handle, referral: referralCode, phone }
  for (const kind of ['email', 'handle', 'referral', 'phone'] as const) {
    const value = claims[kind]
    if (value === null || (await takeClaim(trx, kind, claimOf({ blindIndex: keys.blindIndex }, kind, value), id)))
      continue
    throw new Error(`the ${kind} of ${member.fullName} belongs to another account`)
  }
}

const verifyContacts = async (
  services: Services,
  trx: Trx,
  id: string,
  { standing, phone, lang }: CastMember,
  at: Date,
): Promise<void> => {
  if (standing === 'new') return
  await updateAccount(services, trx, id, { emailVerifiedAt: at }, [])
  await keepTimeZone(trx, id, 'America/Los_Angeles')
  if (standing === 'email') return
  await updateAccount(services, trx, id, { phone, phoneVerifiedAt: at }, [])
  await recordTerms(services, trx, { ownerId: id, lang, at })
  await setTier(services, trx, id, 0)
}

const review = async (services: Services, trx: Trx, id: string, member: CastMember, joinedAt: Date): Promise<void> => {
  const { standing, birthday, nationality, address } = member
  const uploads = REVIEWED[standing]
  if (uploads.length === 0) return
  const submittedAt = new Date(joinedAt.getTime() + 20 * MINUTE_MS)
  const decidedAt = new Date(submittedAt.getTime() + REVIEW_MS)
  await updateAccount(services, trx, id, { birthday, nationality, address, nameBirthAt: submittedAt }, [])
  await insertDecidedCase(trx, id, [...uploads], { submittedAt, decidedAt })
  if (TIER_OF[standing] > 0) await setTier(services, trx, id, TIER_OF[standing])
}

const joined = (until: Date, { joinedDaysAgo }: CastMember): Date => new Date(until.getTime() - joinedDaysAgo * DAY_MS)

const open = async (services: Services, until: Date): Promise<void> => {
  const passwordHash = await createPasswords(services.config.argon2).hash(DEMO_PASSWORD)
  await transaction(services.db, 'open the demo accounts', async (trx) => {
    for (const role of ROLES) {
      const member = memberOf(role)
      const id = newId()
      await openAccount(trx, { ...member, id, passwordHash, referredBy: null, at: joined(until, member) })
      await takeClaims(services, trx, id, member)
    }
  })
}

/** Apart from `open`, as in the product: a transaction that adds to the directory changes nothing there. */
const verify = async (services: Services, clock: DemoClock, { ids, until }: People): Promise<void> => {
  // Put away before the rows that name them, like any upload.
  const pictures = new Map(
    await Promise.all(
      ROLES.map(async (role) => {
        const face = await faceOf(role)
        return [role, face && (await putPicture(services, face))] as const
      }),
    ),
  )
  await transaction(services.db, 'verify the demo people', async (trx) => {
    for (const role of ROLES) {
      const [id, member] = [ids[role], memberOf(role)]
      const at = joined(until, member)
      clock.moveTo(at)
      await verifyContacts(services, trx, id, member, new Date(at.getTime() + 6 * MINUTE_MS))
      await review(services, trx, id, member, at)
      const picture = pictures.get(role)
      if (picture) {
        await insertPicture(trx, id, picture, at)
        await updateAccount(services, trx, id, { imageFileId: picture.fileId }, [])
      }
      // They have been here for a while; only a newcomer is shown around.
      if (member.standing !== 'new') await updateAccount(services, trx, id, { showsTour: false }, [])
    }
  })
}

/**
 * Makes the people, or finds those of an earlier run. The age of the first account says when the story ends,
 * so that a run that goes on where another was cut off tells the same story.
 */
export const makePeople = async (services: Services, clock: DemoClock): Promise<People> => {
  const first = memberOf(FIRST)
  if (!(await findMade(services.db, first.handle))) await open(services, new Date())
  const found = await Promise.all(
    ROLES.map(async (role) => {
      const made = await findMade(services.db, memberOf(role).handle)
      if (!made) throw new Error(`${memberOf(role).fullName} is missing from the demo world`)
      return { role, ...made }
    }),
  )
  const ids = Object.fromEntries(found.map(({ role, id }) => [role, id])) as Record<Role, string>
  const oldest = found.find(({ role }) => role === FIRST)
  if (!oldest) throw new Error('the first account is missing')
  const people = { ids, until: new Date(oldest.at.getTime() + first.joinedDaysAgo * DAY_MS) }
  if (!oldest.isVerified) await verify(services, clock, people)
  return people
}
