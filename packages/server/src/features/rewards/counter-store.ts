/** Facts and rewards as they are counted, under the lock of their owner. */
import { sql } from 'kysely'
import type { Trx } from '#platform/db/database.ts'
import type { Counter, Fact, Reward } from './reward-rules.ts'
import { toFact, toReward } from './rewards-store.ts'

/** Longer than anything in a fact's neighbourhood matters: a day for the same person, a week for money that comes back. */
const REACH_MS = 10 * 86_400_000

/** Of facts that are older only those are read that still count, or that these ids speak of. */
type Asked = { now: Date; ids: readonly string[]; friendIds: readonly string[] }

/** Locks the person, so that facts are counted one after another, and reads what decides what they come to. */
export const lockCounter = async (trx: Trx, ownerId: string, { now, ids, friendIds }: Asked): Promise<Counter> => {
  await trx
    .insertInto('reward_accounts')
    .values({ owner_id: ownerId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const account = await trx
    .selectFrom('reward_accounts')
    .select('share_due')
    .where('owner_id', '=', ownerId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const isAsked = sql<boolean>`source_id = any(${ids}::uuid[]) or fact_id = any(${[...ids, ...friendIds]}::uuid[])`
  const named = await trx
    .selectFrom('reward_facts')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where((row) =>
      row.or([
        row('state', 'in', ['waiting', 'counting']),
        row('at', '>', new Date(now.getTime() - REACH_MS)),
        row('rule', 'in', ['verification', 'allMethods']),
        isAsked,
      ]),
    )
    .execute()
  const rewardIds = named.flatMap(({ reward_id }) => reward_id ?? [])
  // A reward that breaks frees all its facts, including those that were not asked about.
  const siblings =
    rewardIds.length === 0
      ? []
      : await trx
          .selectFrom('reward_facts')
          .selectAll()
          .where('owner_id', '=', ownerId)
          .where(sql<boolean>`reward_id = any(${rewardIds}::uuid[])`)
          .execute()
  const rewards = await trx
    .selectFrom('rewards')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where((row) =>
      row.or([sql<boolean>`reward_id = any(${rewardIds}::uuid[])`, row('rule', 'in', ['verification', 'allMethods'])]),
    )
    .orderBy('reward_id')
    .forUpdate()
    .execute()
  const facts = new Map([...named, ...siblings].map((row) => [`${row.rule}/${row.fact_id}`, toFact(row)]))
  return { facts: [...facts.values()], rewards: rewards.map(toReward), shareDue: account.share_due }
}

export const saveFacts = async (trx: Trx, ownerId: string, facts: readonly Fact[]): Promise<void> => {
  for (const fact of facts) {
    const changing = {
      source_id: fact.sourceId,
      method: fact.method,
      amount_cents: fact.amountCents,
      at: fact.at,
      state: fact.state,
      reason: fact.reason,
      matures_at: fact.maturesAt,
      waits_for_friend: fact.waitsForFriend,
      share: fact.share,
      reward_id: fact.rewardId,
    }
    await trx
      .insertInto('reward_facts')
      .values({ owner_id: ownerId, rule: fact.rule, fact_id: fact.factId, other_id: fact.otherId, ...changing })
      .onConflict((conflict) => conflict.columns(['owner_id', 'rule', 'fact_id']).doUpdateSet(changing))
      .execute()
  }
}

export const saveRewards = async (trx: Trx, ownerId: string, rewards: readonly Reward[]): Promise<void> => {
  for (const reward of rewards)
    await trx
      .insertInto('rewards')
      .values({
        owner_id: ownerId,
        reward_id: reward.rewardId,
        rule: reward.rule,
        amount_cents: reward.amountCents,
        is_doubled: reward.isDoubled,
        state: reward.state,
        reason: reward.reason,
        other_id: reward.otherId,
        earned_at: reward.earnedAt,
      })
      .onConflict((conflict) =>
        conflict.columns(['owner_id', 'reward_id']).doUpdateSet({ state: reward.state, reason: reward.reason }),
      )
      .execute()
}

export const saveShareDue = async (trx: Trx, ownerId: string, shareDue: bigint): Promise<void> => {
  await trx.updateTable('reward_accounts').set({ share_due: shareDue }).where('owner_id', '=', ownerId).execute()
}
