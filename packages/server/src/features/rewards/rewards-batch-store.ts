/** What the batch that pays or takes back a reward reads under the lock of the owner's wallet, and writes with the money. */
import {
  type BatchTime,
  bigints,
  booleans,
  type QueryRunner,
  type Statement,
  texts,
  timestamps,
  uuids,
  type Write,
} from '@puente/ledger'
import { lockByOwner } from '#platform/db/lock-by-owner.ts'
import { toReward } from './rewards-store.ts'
import { isOwnRule, OWN_RULES, type Reward } from './reward-rules.ts'

export type RewardRef = { ownerId: string; rewardId: string }

/** A person to whom rewards are paid, as the database has them now. */
export type Payee = {
  tier: number
  status: string
  owedCents: bigint
  /** Paid in the last thirty days by the rules with one cap and not taken back, and for how many friends. */
  ownPaidCents: bigint
  friendsPaid: number
}

// Before the rewards, as counting does, so that the two never wait for each other.
const lockOwners: Statement = {
  name: 'rewards.lock_owners',
  text: `select owner_id from reward_accounts where owner_id = $1 and owner_id = any($2::uuid[]) for no key update`,
}

const lock: Statement = {
  name: 'rewards.lock',
  text: `
select * from rewards where owner_id = $1 and reward_id = any($2::uuid[])
 order by reward_id for no key update`,
}

const PAYEES = `
select users.owner_id, users.tier, users.status, coalesce(reward_accounts.owed_cents, 0)::bigint as owed,
       (select coalesce(sum(rewards.amount_cents), 0)::bigint from rewards
         where rewards.owner_id = users.owner_id and rewards.rule = any($2::text[]) and rewards.state = 'paid'
           and rewards.paid_at > $3::timestamptz - interval '720 hours') as own_paid,
       (select count(*)::int from rewards
         where rewards.owner_id = users.owner_id and rewards.rule = 'referralBonus' and rewards.state = 'paid'
           and rewards.paid_at > $3::timestamptz - interval '720 hours') as friends_paid
  from users left join reward_accounts on reward_accounts.owner_id = users.owner_id
 where users.owner_id = any($1::uuid[])`

const PROGRAMME = `
select is_on, person_cap_cents, friends_cap from reward_programme
 where valid_from <= $1::timestamptz order by valid_from desc limit 1`

type RewardRecord = Parameters<typeof toReward>[0]
type PayeeRecord = {
  owner_id: string
  tier: number
  status: string
  owed: bigint
  own_paid: bigint
  friends_paid: number
}
type ProgrammeRecord = { is_on: boolean; person_cap_cents: bigint; friends_cap: number }

export type BatchState = {
  rewards: Map<string, Reward>
  payees: Map<string, Payee>
  programme: { isOn: boolean; personCapCents: bigint; friendsCap: number }
}

export const readForBatch = async (db: QueryRunner, refs: readonly RewardRef[], at: BatchTime): Promise<BatchState> => {
  const owners = [...new Set(refs.map(({ ownerId }) => ownerId))]
  const ownerIds = uuids(owners)
  const [, rewards, payees, programme] = await Promise.all([
    lockByOwner(
      db,
      lockOwners,
      owners.map((ownerId) => ({ ownerId, id: ownerId })),
    ),
    lockByOwner<RewardRecord>(
      db,
      lock,
      refs.map(({ ownerId, rewardId }) => ({ ownerId, id: rewardId })),
    ),
    db.query<PayeeRecord>({ name: 'rewards.payees', text: PAYEES, values: [ownerIds, texts(OWN_RULES), at] }),
    db.query<ProgrammeRecord>({ name: 'rewards.programme', text: PROGRAMME, values: [at] }),
  ])
  const [inForce] = programme.rows
  return {
    rewards: new Map(rewards.map((row) => [row.reward_id, toReward(row)])),
    payees: new Map(
      payees.rows.map((row) => [
        row.owner_id,
        {
          tier: row.tier,
          status: row.status,
          owedCents: row.owed,
          ownPaidCents: row.own_paid,
          friendsPaid: row.friends_paid,
        },
      ]),
    ),
    programme: {
      isOn: inForce?.is_on ?? false,
      personCapCents: inForce?.person_cap_cents ?? 0n,
      friendsCap: inForce?.friends_cap ?? 0,
    },
  }
}

/** The payee after a reward of theirs was paid, for the next one in the same batch. */
export const afterPaid = (payee: Payee, reward: Reward, owedCents: bigint): Payee => ({
  ...payee,
  owedCents,
  ownPaidCents: payee.ownPaidCents + (isOwnRule(reward.rule) ? reward.amountCents : 0n),
  friendsPaid: payee.friendsPaid + (reward.rule === 'referralBonus' ? 1 : 0),
})

const update: Statement = {
  name: 'rewards.update',
  text: `
update rewards
   set state = next.state, reason = next.reason, paid_at = next.paid_at, paid_cents = next.paid_cents,
       taken_cents = next.taken_cents, payment_id = next.payment_id, is_settled = next.is_settled
  from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::timestamptz[], $6::bigint[], $7::bigint[], $8::uuid[], $9::boolean[])
       as next (owner_id, reward_id, state, reason, paid_at, paid_cents, taken_cents, payment_id, is_settled)
 where rewards.owner_id = next.owner_id and rewards.reward_id = next.reward_id`,
}

const setOwed: Statement = {
  name: 'rewards.set_owed',
  text: `
insert into reward_accounts (owner_id, owed_cents)
select owner_id, owed_cents from unnest($1::uuid[], $2::bigint[]) as next (owner_id, owed_cents)
    on conflict (owner_id) do update set owed_cents = excluded.owed_cents`,
}

export type Settled = { ownerId: string; reward: Reward; owedCents: bigint }

/** What writes rewards that are locked, and what their owners owe afterwards. */
export const rewardWrites = (settled: readonly Settled[]): Write[] => {
  if (settled.length === 0) return []
  const rewards = settled.map(({ reward }) => reward)
  const owed = new Map(settled.map(({ ownerId, owedCents }) => [ownerId, owedCents]))
  return [
    {
      statement: update,
      rows: settled.length,
      values: [
        uuids(settled.map(({ ownerId }) => ownerId)),
        uuids(rewards.map(({ rewardId }) => rewardId)),
        texts(rewards.map(({ state }) => state)),
        texts(rewards.map(({ reason }) => reason)),
        timestamps(rewards.map(({ paidAt }) => paidAt)),
        bigints(rewards.map(({ paidCents }) => paidCents)),
        bigints(rewards.map(({ takenCents }) => takenCents)),
        uuids(rewards.map(({ paymentId }) => paymentId)),
        booleans(rewards.map(({ isSettled }) => isSettled)),
      ],
    },
    { statement: setOwed, values: [uuids([...owed.keys()]), bigints([...owed.values()])] },
  ]
}
