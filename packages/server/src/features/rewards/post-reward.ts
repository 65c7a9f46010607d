/** The one command by which a reward moves money, under a key made of the reward's id. */
import { type AccountRef, type FactSource, forParticipant, type Outcome } from '@puente/ledger'
import { partiesParticipant } from '#features/limits/index.ts'
import { systemKey } from '#features/payments/index.ts'
import {
  auditParticipant,
  forMovements,
  type MovementDraft,
  type MovementWrite,
  newReference,
  walletOf,
} from '#features/wallet/index.ts'
import { newId } from '#platform/ids.ts'
import type { Services } from '#platform/services.ts'
import type { InLine } from './line-store.ts'
import type { RewardFact, RewardNeed } from './rewards-participant.ts'
import { findPaymentId } from './rewards-store.ts'

/** The account that all rewards are paid from. It holds what is left of the month's budget and cannot go below zero. */
export const budgetOf = ({ ledger }: Pick<Services, 'ledger'>): AccountRef => {
  const [account] = ledger.houses('liability:rewards')
  if (!account) throw new Error('a house has at least one stripe')
  return account
}

// The participant is made where the live stream is; a fact is found by the name alone.
const source = { name: 'rewards' } as FactSource<RewardFact>

const rowOf = (
  { ownerId, movementId }: RewardNeed,
  reference: string,
  { cents, reward }: RewardFact,
): MovementDraft => ({
  ownerId,
  movementId,
  type: reward.rule === 'feeShare' ? 'referral' : 'reward',
  state: 'COMPLETED',
  method: 'wallet',
  direction: cents > 0n ? 1 : -1,
  amountCents: cents > 0n ? cents : -cents,
  counterpart: null,
  note: '',
  reference,
  ...(cents < 0n && reward.paymentId !== null && { linkedId: reward.paymentId }),
  details: { rewardRule: reward.rule },
})

/** The row by which it was paid, which says from now on how much of it went back: none, where the balance was empty. */
const onPaidRow = (ownerId: string, paymentId: string | null, backCents: bigint): MovementWrite[] =>
  paymentId === null ? [] : [{ payinReturned: { ownerId, movementId: paymentId, returnStep: 'takenBack', backCents } }]

/** Pays it or takes it back, once however often it is asked for. A refusal is for now, and nothing is kept of it. */
export const postReward = async (
  services: Pick<Services, 'db' | 'ledger'>,
  { ownerId, rewardId, act }: Pick<InLine, 'ownerId' | 'rewardId' | 'act'>,
): Promise<Outcome> => {
  const paymentId = act === 'pay' ? null : await findPaymentId(services.db, { ownerId, rewardId })
  const budget = budgetOf(services)
  const movementId = newId()
  const reference = newReference()
  const need: RewardNeed = { ownerId, rewardId, act, budget, movementId }
  return services.ledger.post({
    ownerId,
    key: systemKey('reward', act, rewardId),
    requestHash: rewardId,
    kind: act === 'pay' ? 'reward.paid' : 'reward.taken-back',
    transferId: movementId,
    locks: [budget, walletOf(ownerId)],
    participants: {
      rewards: need,
      ...forParticipant(partiesParticipant, { gains: ownerId }),
      ...forMovements({
        movementRefs: paymentId === null ? [] : [{ ownerId, movementId: paymentId }],
        write: (facts) => {
          const fact = facts.of(source)
          return [
            ...(fact.cents === 0n ? [] : [{ insert: rowOf(need, reference, fact), isPosted: true }]),
            ...(act === 'takeBack' ? onPaidRow(ownerId, paymentId, -fact.cents) : []),
          ]
        },
      }),
      ...forParticipant(auditParticipant, {
        actor: { kind: 'system', id: 'rewards' },
        action: act === 'pay' ? 'reward.paid' : 'reward.taken-back',
        object: { type: 'reward', id: rewardId },
        result: 'done',
        made: { movementId, ifMoved: walletOf(ownerId) },
      }),
    },
    legs: (facts) => {
      const { cents, reward } = facts.of(source)
      const kind = reward.rule === 'feeShare' ? 'referral' : 'reward'
      return cents === 0n
        ? []
        : [
            { ...budget, amountCents: -cents, kind },
            { ...walletOf(ownerId), amountCents: cents, kind },
          ]
    },
  })
}
