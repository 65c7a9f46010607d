/** Looks at what is new of a person's movements: for them, for the one who invited them, and for those whose money came back. */
import type { RewardReason } from '@puente/contract'
import { type Account, findAccount, findReferrerOf } from '#features/accounts/index.ts'
import { isGoneOutside, type Movement, readKept } from '#features/wallet/index.ts'
import type { Services } from '#platform/services.ts'
import { type Done, friendFacts, isDone, ownFacts, undoneBy } from './fact-rules.ts'
import { nettedAround, type Netted } from './flows.ts'
import { againstFriend, linkedAmong } from './linked.ts'
import { programmeAt, type Programmes, readProgrammes, rulesAt } from './programme-store.ts'
import type { Fact } from './reward-rules.ts'
import { recordFacts, type Recording } from './record-facts.ts'
import { findReferral, keepReferral } from './referrals-store.ts'

export type Counting = Recording & Pick<Services, 'keys'>

/** Which of these rows have come back: what undoes a person's own facts, and those of the one who invited them. */
const comeBackIn = (movements: readonly Movement[]): ReturnType<typeof undoneBy> => {
  const gone = movements.filter(isGoneOutside).map(({ movementId }) => movementId)
  const { own, fees } = undoneBy(movements)
  return { own: [...own, ...gone], fees: [...fees, ...gone] }
}

const REVERSED = (ids: readonly string[]): Map<string, RewardReason> => new Map(ids.map((id) => [id, 'reversed']))

/** Flows of which so much has come back that what is left would not count by itself. */
const comeBack = ({ flows, netted }: Netted, floorCents: bigint): Set<string> =>
  new Set(
    flows.flatMap(({ id, cents }) => {
      const backCents = netted.get(id) ?? 0n
      return backCents > 0n && cents - backCents < floorCents ? [id] : []
    }),
  )

/** The reason against a movement as far as its two sides tell. */
const reasonOf = (done: Done, { linked, back }: { linked: ReadonlySet<string>; back: ReadonlySet<string> }) => {
  if (done.counterpart !== null && linked.has(done.counterpart.ownerId)) return 'linked'
  return back.has(done.movementId) ? 'roundTrip' : null
}

const standing = (programmes: Programmes, account: Account, at: Date): RewardReason | null => {
  if (!programmeAt(programmes, at).isOn) return 'off'
  return account.status === 'open' ? null : 'restricted'
}

/** The person who brought this one, once both contacts are confirmed. */
export const referrerOf = async ({ db }: Pick<Services, 'db'>, account: Account): Promise<string | null> => {
  if (account.tier < 0) return null
  const referrerId = await findReferrerOf(db, account.id)
  if (referrerId === null || referrerId === account.id) return null
  await keepReferral(db, referrerId, { friendId: account.id, since: account.createdAt })
  return referrerId
}

/** A business is worth more once it has said which it is. */
export const businessesOf = ({ id, isBusiness, business }: Account): ReadonlySet<string> =>
  new Set(isBusiness && business !== null ? [id] : [])

const countForReferrer = async (
  services: Counting,
  programmes: Programmes,
  account: Account,
  done: readonly Done[],
  undone: readonly string[],
): Promise<void> => {
  const referrerId = await referrerOf(services, account)
  if (referrerId === null || (done.length === 0 && undone.length === 0)) return
  const [referral, referrer, against] = await Promise.all([
    findReferral(services.db, referrerId, account.id),
    findAccount(services.db, services.keys, referrerId),
    againstFriend(services, referrerId, account),
  ])
  if (!referral || !referrer || referrer.status === 'closed') return
  const fresh = done.flatMap((one) => {
    const programme = programmeAt(programmes, one.paidAt)
    const shareBps = rulesAt(programmes, one.paidAt).feeShare.shareBps ?? 0
    const friendship = { ...referral, isVerified: account.tier >= 1, shareBps }
    return friendFacts(one, programme, friendship, standing(programmes, referrer, one.paidAt))
  })
  if (fresh.length === 0 && undone.length === 0) return
  await recordFacts(services, programmes, referrerId, {
    fresh,
    undone: REVERSED(undone),
    verified: account.tier >= 1 ? new Set([account.id]) : new Set(),
    businesses: businessesOf(account),
    against: new Map([[account.id, against]]),
  })
}

/** The facts of movements between people, and what has come back among all around them. */
const betweenPeople = async (services: Counting, programmes: Programmes, account: Account, done: readonly Done[]) => {
  const now = services.clock.now()
  const { floorCents } = programmeAt(programmes, now)
  const around = await nettedAround(services.db, account.id, now)
  const back = comeBack(around, floorCents)
  const others = done.flatMap(({ counterpart }) => counterpart?.ownerId ?? [])
  const linked = await linkedAmong(services, account.id, others)
  const fresh: Fact[] = done.flatMap((one) =>
    ownFacts(
      one,
      programmeAt(programmes, one.paidAt),
      standing(programmes, account, one.paidAt) ?? reasonOf(one, { linked, back }),
    ),
  )
  const touched = around.flows.filter(({ id }) => back.has(id)).flatMap(({ from, to }) => [from, to])
  return { fresh, back, touched: new Set(touched) }
}

/** Counts these movements of a person as they stand now, but none whose money came back, or may. May be repeated, and in any order. */
export const countMovements = async (
  services: Counting,
  ownerId: string,
  movements: readonly Movement[],
): Promise<void> => {
  const account = await findAccount(services.db, services.keys, ownerId)
  if (!account) return
  const programmes = await readProgrammes(services.db)
  const kept = await readKept(services.db, movements)
  const done = kept.flatMap(({ movement, why }) => (why === null && isDone(movement) ? [movement] : []))
  const undone = comeBackIn(kept.map(({ movement }) => movement))
  const { fresh, back, touched } = await betweenPeople(services, programmes, account, done)
  const roundTrips = new Map([...back].map((id): [string, RewardReason] => [id, 'roundTrip']))
  if (fresh.length > 0 || undone.own.length > 0 || back.size > 0)
    await recordFacts(services, programmes, ownerId, {
      fresh,
      undone: new Map([...roundTrips, ...REVERSED(undone.own)]),
    })
  await countForReferrer(services, programmes, account, done, undone.fees)
  touched.delete(ownerId)
  for (const otherId of touched) await recount(services, programmes, otherId)
}

/** Looks again at what of a person's money has come back. */
const recount = async (services: Counting, programmes: Programmes, ownerId: string): Promise<void> => {
  const now = services.clock.now()
  const back = comeBack(await nettedAround(services.db, ownerId, now), programmeAt(programmes, now).floorCents)
  const undone = new Map([...back].map((id): [string, RewardReason] => [id, 'roundTrip']))
  if (undone.size > 0) await recordFacts(services, programmes, ownerId, { undone })
}

/** What a provider took back of a payment that this person had made: it counts for nobody any more. */
export const countTakenBack = async (services: Counting, ownerId: string, movementId: string): Promise<void> => {
  const account = await findAccount(services.db, services.keys, ownerId)
  if (!account) return
  const programmes = await readProgrammes(services.db)
  await recordFacts(services, programmes, ownerId, { undone: REVERSED([movementId]) })
  await countForReferrer(services, programmes, account, [], [movementId])
}

/** Looks at a person's facts once more, because the time has come for one of them. */
export const countRipe = async (services: Counting, ownerId: string): Promise<void> =>
  recordFacts(services, await readProgrammes(services.db), ownerId, {})
