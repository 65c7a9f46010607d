import { FRIENDS_SHOWN, type Output } from '@puente/contract'
import { getAccount } from '#features/accounts/index.ts'
import { databaseNow } from '#platform/db/database.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { programmeAt, readProgrammes, rulesAt } from './programme-store.ts'
import { listReferrals, type Referral } from './referrals-store.ts'
import { madeUpOf } from './reward-rules.ts'
import { listBonuses, readTotals, sumByRule } from './rewards-store.ts'

type Friend = Output<'rewardsReferral'>['friends'][number]

/** How the bonus for a friend stands; nothing of what the friend has done is told. */
const friendOf = (
  { friendId, since }: Referral,
  { facts, rewards }: Awaited<ReturnType<typeof listBonuses>>,
): Friend => {
  const fact = facts.find(({ otherId }) => otherId === friendId)
  const ofFriend = rewards.filter(({ otherId }) => otherId === friendId)
  const reward = ofFriend.find(({ rewardId }) => rewardId === fact?.rewardId) ?? ofFriend.at(-1)
  const refused = fact?.state === 'refused' ? fact : null
  return {
    since: since.toISOString(),
    state: reward?.state ?? (refused ? 'refused' : 'counting'),
    reason: refused ? refused.reason : (reward?.reason ?? null),
    amount: reward ? Number(reward.amountCents) : null,
    madeUp: reward ? Number(madeUpOf(reward)) : 0,
  }
}

/** The caller's link, how each friend stands, and what their fees come to. */
export const rewardsReferral = async (ctx: UserCtx): Promise<Output<'rewardsReferral'>> => {
  const { db, keys, user, config } = ctx
  const at = await databaseNow(db, ctx.clock)
  const [account, programmes, friends, bonuses, totals, sums] = await Promise.all([
    getAccount(db, keys, user.id),
    readProgrammes(db),
    listReferrals(db, user.id, FRIENDS_SHOWN),
    listBonuses(db, user.id),
    readTotals(db, user.id),
    sumByRule(db, user.id),
  ])
  const { referralBonus, feeShare } = rulesAt(programmes, at)
  const ofFriends = sums.filter(({ rule }) => rule === 'referralBonus' || rule === 'feeShare')
  return {
    code: account.referralCode,
    link: `${config.publicUrl}/sign-up?ref=${encodeURIComponent(account.referralCode)}`,
    shareBps: feeShare.shareBps ?? 0,
    bonus: Number(referralBonus.amountCents),
    businessBonus: Number(referralBonus.businessCents ?? referralBonus.amountCents),
    friendFloor: Number(programmeAt(programmes, at).friendFloorCents),
    friends: friends.map((friend) => friendOf(friend, bonuses)),
    accruedTenThousandths: Number(totals.shareDue),
    paid: Number(ofFriends.reduce((sum, { paidCents }) => sum + paidCents, 0n)),
  }
}
