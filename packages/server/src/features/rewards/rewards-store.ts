/** Facts and rewards as verbs read them. */
import type { RewardReason, RewardRule } from '@puente/contract'
import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Db, DB, Trx } from '#platform/db/database.ts'
import type { Fact, FactState, Reward } from './reward-rules.ts'

export const toReward = (row: Selectable<DB['rewards']>): Reward => ({
  rewardId: row.reward_id,
  rule: row.rule as RewardRule,
  amountCents: row.amount_cents,
  isDoubled: row.is_doubled,
  state: row.state as Reward['state'],
  reason: row.reason as RewardReason | null,
  otherId: row.other_id,
  earnedAt: row.earned_at,
  paidAt: row.paid_at,
  paidCents: row.paid_cents,
  takenCents: row.taken_cents,
  paymentId: row.payment_id,
  isSettled: row.is_settled,
})

export const toFact = (row: Selectable<DB['reward_facts']>): Fact => ({
  rule: row.rule as RewardRule,
  factId: row.fact_id,
  sourceId: row.source_id,
  otherId: row.other_id,
  method: row.method,
  amountCents: row.amount_cents,
  at: row.at,
  state: row.state as FactState,
  reason: row.reason as RewardReason | null,
  maturesAt: row.matures_at,
  waitsForFriend: row.waits_for_friend,
  share: row.share,
  rewardId: row.reward_id,
})

/** The budget is empty, or there again: what is not paid says so. True when it did not say so before. */
export const markWaiting = async (trx: Trx, ownerId: string, rewardId: string): Promise<boolean> => {
  const marked = await trx
    .updateTable('rewards')
    .set({ state: 'waitingBudget' })
    .where('owner_id', '=', ownerId)
    .where('reward_id', '=', rewardId)
    .where('state', '=', 'earned')
    .executeTakeFirst()
  return marked.numUpdatedRows > 0n
}

export type Totals = { shareDue: bigint; owedCents: bigint }

export const readTotals = async (db: Db, ownerId: string): Promise<Totals> => {
  const row = await db
    .selectFrom('reward_accounts')
    .select(['share_due', 'owed_cents'])
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
  return { shareDue: row?.share_due ?? 0n, owedCents: row?.owed_cents ?? 0n }
}

export type FactCount = { rule: RewardRule; state: FactState; count: number; methods: string[] }

/** How many facts of each rule stand how; of those that did not count only the newer ones. */
export const countByRule = async (db: Db, ownerId: string, refusedSince: Date): Promise<FactCount[]> => {
  const { rows } = await sql<{ rule: string; state: string; count: number; methods: string[] }>`
    select rule, state, count(*)::int as count, array_agg(distinct coalesce(method, '')) as methods
      from reward_facts
     where owner_id = ${ownerId} and (state <> 'refused' or at > ${refusedSince})
     group by rule, state`.execute(db)
  return rows.map((row) => ({ ...row, rule: row.rule as RewardRule, state: row.state as FactState }))
}

/** Why a person's verification was not rewarded, or its reward came to nothing; null where it was. Undefined before it was looked at. */
export const findVerificationReason = async (db: Db, ownerId: string): Promise<RewardReason | null | undefined> => {
  const { rows } = await sql<{ reason: RewardReason | null }>`
    select coalesce(reward_facts.reason, rewards.reason) as reason
      from reward_facts
      left join rewards on rewards.owner_id = reward_facts.owner_id and rewards.reward_id = reward_facts.reward_id
     where reward_facts.owner_id = ${ownerId} and reward_facts.rule = 'verification'`.execute(db)
  return rows[0]?.reason
}

/** How many facts count towards the next reward of a rule. */
export const countOf = async (db: Db, ownerId: string, rule: RewardRule): Promise<number> => {
  const facts = await countByRule(db, ownerId, new Date(0))
  return facts.find((one) => one.rule === rule && one.state === 'counting')?.count ?? 0
}

export type RewardSum = { rule: RewardRule; state: Reward['state']; paidCents: bigint; amountCents: bigint }

export const sumByRule = async (db: Db, ownerId: string): Promise<RewardSum[]> => {
  const { rows } = await sql<{ rule: string; state: string; paid: bigint; amount: bigint }>`
    select rule, state, coalesce(sum(paid_cents - taken_cents), 0)::bigint as paid, coalesce(sum(amount_cents), 0)::bigint as amount
      from rewards where owner_id = ${ownerId} group by rule, state`.execute(db)
  return rows.map((row) => ({
    rule: row.rule as RewardRule,
    state: row.state as Reward['state'],
    paidCents: row.paid,
    amountCents: row.amount,
  }))
}

/** What was paid by the rules with one cap since then, and not taken back. */
export const sumOwnPaid = async (
  db: Db,
  ownerId: string,
  rules: readonly RewardRule[],
  since: Date,
): Promise<bigint> => {
  const row = await db
    .selectFrom('rewards')
    .select((one) => one.fn.coalesce(one.fn.sum<bigint>('amount_cents'), sql<bigint>`0`).as('cents'))
    .where('owner_id', '=', ownerId)
    .where('rule', 'in', [...rules])
    .where('state', '=', 'paid')
    .where('paid_at', '>', since)
    .executeTakeFirst()
  return BigInt(row?.cents ?? 0)
}

/** The row by which a reward was paid; null where nothing of it came into the wallet. */
export const findPaymentId = async (db: Db, { ownerId, rewardId }: { ownerId: string; rewardId: string }) => {
  const row = await db
    .selectFrom('rewards')
    .select('payment_id')
    .where('owner_id', '=', ownerId)
    .where('reward_id', '=', rewardId)
    .executeTakeFirst()
  return row?.payment_id ?? null
}

/** How the bonus for each friend stands. */
export const listBonuses = async (db: Db, ownerId: string) => {
  const [facts, rewards] = await Promise.all([
    db
      .selectFrom('reward_facts')
      .selectAll()
      .where('owner_id', '=', ownerId)
      .where('rule', '=', 'referralBonus')
      .execute(),
    db.selectFrom('rewards').selectAll().where('owner_id', '=', ownerId).where('rule', '=', 'referralBonus').execute(),
  ])
  return { facts: facts.map(toFact), rewards: rewards.map(toReward) }
}

export type HistoryPosition = { at: Date; id: string }
export type HistoryRow = {
  id: string
  rule: RewardRule
  state: Reward['state'] | 'counting'
  reason: RewardReason | null
  amountCents: bigint | null
  /** Of a reward that came back: what the balance did not have, and what the reward had made up for, which is owed again. */
  madeUpCents: bigint
  owedAgainCents: bigint
  isDoubled: boolean
  at: Date
  transactionId: string | null
  operationCents: bigint | null
  otherId: string | null
}

/** Rewards, and the facts that are not hidden behind a reward of one fact; newest first. What friends do names no transaction. */
export const listHistory = async (
  db: Db,
  ownerId: string,
  { after, limit }: { after: HistoryPosition | null; limit: number },
): Promise<HistoryRow[]> => {
  const before = after === null ? sql`true` : sql`(at, id) < (${after.at}, ${after.id}::uuid)`
  const { rows } = await sql<{
    id: string
    rule: string
    state: string
    reason: string | null
    amount: bigint | null
    made_up: bigint
    owed_again: bigint
    is_doubled: boolean
    at: Date
    transaction_id: string | null
    operation: bigint | null
    other_id: string | null
  }>`
    select * from (
      select reward_id as id, rule, state, reason, amount_cents as amount,
             case when state = 'clawedBack' and is_settled then paid_cents - taken_cents else 0 end as made_up,
             case when state = 'clawedBack' and is_settled then amount_cents - paid_cents else 0 end as owed_again, is_doubled, earned_at as at,
             payment_id as transaction_id, null::bigint as operation, null::uuid as other_id
        from rewards where owner_id = ${ownerId}
      union all
      select case when rule in ('referralBonus', 'verification') then source_id else fact_id end as id, rule,
             case state when 'refused' then 'refused' else 'counting' end as state, reason, null::bigint as amount,
             0::bigint as made_up, 0::bigint as owed_again, false as is_doubled, at,
             case when rule in ('referralBonus', 'feeShare', 'verification') then null else source_id end as transaction_id,
             case when rule in ('referralBonus', 'feeShare', 'verification') then null else amount_cents end as operation,
             case when rule in ('referralBonus', 'feeShare', 'verification') then null else other_id end as other_id
        from reward_facts
       where owner_id = ${ownerId} and (reward_id is null or rule in ('inAppSends', 'outsideSends', 'sales'))
         and rule <> 'allMethods' and (rule <> 'feeShare' or state = 'refused')
    ) as history
     where ${before} order by at desc, id desc limit ${limit}`.execute(db)
  return rows.map((row) => ({
    id: row.id,
    rule: row.rule as RewardRule,
    state: row.state as HistoryRow['state'],
    reason: row.reason as RewardReason | null,
    amountCents: row.amount,
    madeUpCents: row.made_up,
    owedAgainCents: row.owed_again,
    isDoubled: row.is_doubled,
    at: row.at,
    transactionId: row.transaction_id,
    operationCents: row.operation,
    otherId: row.other_id,
  }))
}
