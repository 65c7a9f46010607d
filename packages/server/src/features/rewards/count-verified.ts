/** What follows when somebody is verified for the first time: their own reward, and what waited for it for the one who invited them. */
import type { RewardReason } from '@puente/contract'
import { type Account, claimOf, getAccount } from '#features/accounts/index.ts'
import { listIdentityMarks } from '#features/kyc/index.ts'
import { type Counting, referrerOf } from './count-movements.ts'
import { putForward } from './line-store.ts'
import { takeOnce } from './marks-store.ts'
import { isDisposablePhone } from './phone-rules.ts'
import { programmeAt, readProgrammes } from './programme-store.ts'
import { recordFacts } from './record-facts.ts'

/** Notes which account a phone is first seen on. True unless it was another one's before. */
export const notePhone = async ({ db, keys, clock }: Counting, account: Account): Promise<boolean> => {
  if (!account.phoneVerified || account.phone === null) return true
  return takeOnce(db, `phone/${claimOf(keys, 'phone', account.phone)}`, account.id, clock.now())
}

const isFirstOfIdentity = async ({ db, clock }: Counting, ownerId: string): Promise<boolean> => {
  const marks = await listIdentityMarks(db, ownerId)
  const own = await Promise.all(marks.map((mark) => takeOnce(db, `identity/${mark}`, ownerId, clock.now())))
  return own.every(Boolean)
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
  })
  await putForward(services.db, ownerId, at)
  const referrerId = await referrerOf(services, account)
  if (referrerId === null) return
  await recordFacts(services, programmes, referrerId, {
    verified: new Set([ownerId]),
    businesses: account.isBusiness ? new Set([ownerId]) : new Set(),
  })
}
