/**
 * A reward in the batch of its money: whether it is paid is decided under the lock of the owner's wallet, and what is written of it
 * commits with the money. What is in the way for now is refused and tried again; what is in the way for good ends the reward.
 */
import type { RewardReason } from '@puente/contract'
import { type AccountRef, type Facts, WALLET } from '@puente/ledger'
import type { EventDoors } from '#platform/events.ts'
import { eventWrites } from '#platform/live/live-store.ts'
import type { BatchRefusal, Participant } from '#platform/participant.ts'
import { leaveWrites } from './line-store.ts'
import { isOwnRule, type Reward } from './reward-rules.ts'
import {
  afterPaid,
  type BatchState,
  type Payee,
  readForBatch,
  type RewardRef,
  rewardWrites,
  type Settled,
} from './rewards-batch-store.ts'

export type RewardNeed = RewardRef & {
  act: 'pay' | 'takeBack'
  /** The account that rewards are paid from. */
  budget: AccountRef
  /** The row that tells the owner. */
  movementId: string
}

/** What moves between budget and wallet: above zero into the wallet. The row is written where it is not zero. */
export type RewardFact = { cents: bigint; reward: Reward }

type Change = Settled & { act: RewardNeed['act'] }

const refuse = (code: BatchRefusal['code'], reason?: string): { refuse: BatchRefusal } => ({
  refuse: { code, stored: false, ...(reason !== undefined && { details: { reason } }) },
})

/** What ends a reward that was earned before it is paid; null for nothing. */
const endOf = (
  { rule, amountCents }: Reward,
  payee: Payee,
  programme: BatchState['programme'],
): RewardReason | null => {
  if (payee.status === 'closed') return 'closed'
  if (isOwnRule(rule) && payee.ownPaidCents + amountCents > programme.personCapCents) return 'personCap'
  return rule === 'referralBonus' && payee.friendsPaid >= programme.friendsCap ? 'friendsCap' : null
}

const pay = (state: BatchState, need: RewardNeed, reward: Reward, payee: Payee, facts: Facts) => {
  if (reward.state !== 'earned' && reward.state !== 'waitingBudget') return refuse('notFound')
  if (!state.programme.isOn) return refuse('serviceUnavailable', 'off')
  const { ownerId, act } = need
  const end = endOf(reward, payee, state.programme)
  if (end !== null) {
    const ended: Reward = { ...reward, state: 'refused', reason: end }
    return { change: { ownerId, act, reward: ended, owedCents: payee.owedCents }, fact: { cents: 0n, reward: ended } }
  }
  if (payee.status !== 'open') return refuse('accountRestricted', payee.status)
  if (payee.tier < 1) return refuse('kycRequired')
  const keptCents = payee.owedCents < reward.amountCents ? payee.owedCents : reward.amountCents
  const cents = reward.amountCents - keptCents
  if (facts.balanceOf(need.budget).availableCents < cents) return refuse('senderUnsufficientFunds')
  const paid: Reward = {
    ...reward,
    state: 'paid',
    paidAt: facts.at,
    paidCents: cents,
    paymentId: cents > 0n ? need.movementId : null,
  }
  return {
    change: { ownerId, act, reward: paid, owedCents: payee.owedCents - keptCents },
    fact: { cents, reward: paid },
  }
}

/** Out of the wallet as far as it reaches; the rest, and what the reward had paid of an earlier debt, is owed. */
const takeBack = ({ ownerId, act }: RewardNeed, reward: Reward, payee: Payee, facts: Facts) => {
  if (reward.state !== 'clawedBack' || reward.isSettled) return refuse('notFound')
  const { availableCents } = facts.balanceOf({ ownerId, account: WALLET })
  const inWallet = payee.status === 'closed' || availableCents < 0n ? 0n : availableCents
  const cents = inWallet < reward.paidCents ? inWallet : reward.paidCents
  const taken: Reward = { ...reward, takenCents: cents, isSettled: true }
  const owedCents = payee.owedCents + reward.amountCents - cents
  return { change: { ownerId, act, reward: taken, owedCents }, fact: { cents: -cents, reward: taken } }
}

export const createRewardsParticipant = ({
  wake,
  writesOf,
}: {
  wake: (ownerIds: Iterable<string>) => void
  writesOf: EventDoors['writesOf']
}): Participant<RewardNeed, BatchState, Change, RewardFact> => ({
  name: 'rewards',
  phase: 'before',
  load: (client, needs, at) =>
    readForBatch(
      client,
      needs.map(({ need }) => need),
      at,
    ),
  decide: (state, need, facts) => {
    const reward = state.rewards.get(need.rewardId)
    const payee = state.payees.get(need.ownerId)
    if (!reward || !payee) return refuse('notFound')
    return need.act === 'pay' ? pay(state, need, reward, payee, facts) : takeBack(need, reward, payee, facts)
  },
  apply: ({ rewards, payees }, { ownerId, reward, owedCents, act }) => {
    rewards.set(reward.rewardId, reward)
    const payee = payees.get(ownerId)
    if (!payee) return
    const isPaid = act === 'pay' && reward.state === 'paid'
    payees.set(ownerId, isPaid ? afterPaid(payee, reward, owedCents) : { ...payee, owedCents })
  },
  save: (_state, changes) => {
    const refused = changes.filter(({ reward }) => reward.state === 'refused' && reward.reason !== 'closed')
    return [
      ...rewardWrites(changes),
      ...leaveWrites(changes.map(({ reward: { rewardId }, act }) => ({ rewardId, act }))),
      ...eventWrites(changes.map(({ ownerId }) => ({ ownerId, event: 'rewards', data: {} }) as const)),
      ...writesOf(
        refused.map(
          ({ ownerId, reward }) => ({ event: 'reward.refused', data: { ownerId, id: reward.rewardId } }) as const,
        ),
      ),
    ]
  },
  afterCommit: (changes) => wake(changes.map(({ ownerId }) => ownerId)),
})
