/**
 * Whether two accounts could be one person's: they share an identity, a phone, a device, a card or a bank account, now or at any time
 * at which the rewards looked. Only keyed hashes are kept and compared.
 */
import { type Account, claimOf, findAccount } from '#features/accounts/index.ts'
import { listCardMarks } from '#features/cards/index.ts'
import { listIdentityMarks } from '#features/kyc/index.ts'
import { listDestinations } from '#features/recipients/index.ts'
import { listKnownBrowsers } from '#features/sessions/index.ts'
import { blindIndex } from '#platform/crypto/tokens.ts'
import type { Services } from '#platform/services.ts'
import { keepMarks, takeOnce } from './marks-store.ts'
import { type Against, ONE_PERSON } from './reward-rules.ts'

type Looking = Pick<Services, 'clock' | 'db' | 'keys'>

/** All by which an account is known, then and now. */
const marksOf = async ({ db, keys, clock }: Looking, ownerId: string): Promise<Set<string>> => {
  const [account, identities, browsers, cards, destinations] = await Promise.all([
    findAccount(db, keys, ownerId),
    listIdentityMarks(db, ownerId),
    listKnownBrowsers(db, ownerId),
    listCardMarks(db, ownerId),
    listDestinations(db, ownerId),
  ])
  const phones = account?.phoneVerified && account.phone !== null ? [claimOf(keys, 'phone', account.phone)] : []
  const devices = browsers.map((hash) => blindIndex(keys, 'device', hash.toString('hex')))
  const all = { identity: identities, phone: phones, device: devices, card: cards, bank: destinations }
  const marks = Object.entries(all).flatMap(([kind, some]) => some.map((mark) => `${kind}/${mark}`))
  return keepMarks(db, ownerId, marks, clock.now())
}

/** Which of these people share something with this person. */
export const linkedAmong = async (
  services: Looking,
  ownerId: string,
  otherIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  const others = [...new Set(otherIds)].filter((id) => id !== ownerId)
  if (others.length === 0) return new Set()
  const own = await marksOf(services, ownerId)
  const linked = new Set<string>()
  for (const otherId of others) {
    const theirs = await marksOf(services, otherId)
    if ([...theirs].some((mark) => own.has(mark))) linked.add(otherId)
  }
  return linked
}

/** Whether no other account came with the same papers before. The next one with them is the second from now on. */
export const isFirstOfIdentity = async ({ db, clock }: Looking, ownerId: string): Promise<boolean> => {
  const marks = await listIdentityMarks(db, ownerId)
  const own = await Promise.all(marks.map((mark) => takeOnce(db, `identity/${mark}`, ownerId, clock.now())))
  return own.every(Boolean)
}

/** What stands against a friend: they are who invited them, or someone who was here before, which only verifying them shows. */
export const againstFriend = async (
  services: Looking,
  referrerId: string,
  { id, tier }: Pick<Account, 'id' | 'tier'>,
): Promise<Against> => {
  if ((await linkedAmong(services, referrerId, [id])).has(id)) return ONE_PERSON
  return tier < 1 || (await isFirstOfIdentity(services, id)) ? {} : { referralBonus: 'sameIdentity' }
}
