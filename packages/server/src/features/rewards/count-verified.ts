/** What follows when somebody is verified for the first time: their own reward, and what waited for it for the one who invited them. */
import type { RewardReason } from '@puente/contract'
import { type Account, claimOf, getAccount } from '#features/accounts/index.ts'
import { listSameIdentity } from '#features/kyc/index.ts'
import { businessesOf, type Counting, referrerOf } from './count-movements.ts'
import { putForward } from './line-store.ts'
import { againstFriend, isFirstOfIdentity } from './linked.ts'
import { takeOnce } from './marks-store.ts'
import { isDisposablePhone } from './phone-rules.ts'
import { programmeAt, readProgrammes } from './programme-store.ts'
import { recordFacts } from './record-facts.ts'
import { listReferrals } from './referrals-store.ts'
import { type Against, ONE_PERSON } from './reward-rules.ts'

/** Notes which account a phone is first seen on. True unless it was another one's before. */
export const notePhone = async ({ db, keys, clock }: Counting, account: Account): Promise<boolean> => {
  if (!account.phoneVerified || account.phone === null) return true
  return takeOnce(db, `phone/${claimOf(keys, 'phone', account.phone)}`, account.id, clock.now())
}

/** The newest friends that are looked at; far fewer are paid for in a month. */
const FRIENDS_LOOKED_AT = 1_000

/** Friends of this person who turn out to be themselves. */
const ownAccounts = async ({ db }: Counting, ownerId: string): Promise<Map<string, Against>> => {
  const friends = await listReferrals(db, ownerId, FRIENDS_LOOKED_AT)
  const same = await listSameIdentity(
    db,
    ownerId,
    friends.map(({ friendId }) => friendId),
  )
  return new Map([...same].map((id) => [id, ONE_PERSON]))
}

/** The claims are taken whatever the answer is, so that the next account with them is the second one. */
const whyNot = async (services: Counting, account: Account, isOn: boolean): Promise<RewardReason | null> => {
  const [isOwnPhone, isFirst] = await Promise.all([
    notePhone(services, account),
    isFirstOfIdentity(services, account.id),
  ])
  if (!isOn) return 'off'
  if (account.status !== 'open') return 'restricted'
  if (!isFirst) return 'sameIdentity'
  if (!isOwnPhone) return 'usedPhone'
  return account.phone !== null && isDisposablePhone(account.phone) ? 'disposablePhone' : null
}

export const countVerified = async (services: Counting, ownerId: string, at: Date): Promise<void> => {
  const account = await getAccount(services.db, services.keys, ownerId)
  if (account.tier < 1) return
  const programmes = await readProgrammes(services.db)
  const reason = await whyNot(services, account, programmeAt(programmes, at).isOn)
  await recordFacts(services, programmes, ownerId, {
    fresh: [
      {
        rule: 'verification',
        factId: ownerId,
        sourceId: ownerId,
        otherId: null,
        method: null,
        amountCents: 0n,
        at,
        state: reason === null ? 'counting' : 'refused',
        reason,
        maturesAt: null,
        waitsForFriend: false,
        share: 0n,
        rewardId: null,
      },
    ],
    against: await ownAccounts(services, ownerId),
  })
  await putForward(services.db, ownerId, at)
  const referrerId = await referrerOf(services, account)
  if (referrerId === null) return
  await recordFacts(services, programmes, referrerId, {
    verified: new Set([ownerId]),
    businesses: businessesOf(account),
    against: new Map([[ownerId, await againstFriend(services, referrerId, account)]]),
  })
}
