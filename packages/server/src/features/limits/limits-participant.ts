/**
 * Limits inside the ledger's batch: usage is read and written under the wallet's lock, so that parallel operations at the
 * edge of a row cannot both pass. Needs the parties participant before it.
 */
import type { Facts } from '@puente/ledger'
import type { Participant } from '#platform/participant.ts'
import { WALLET } from '@puente/ledger'
import { coolingRefusal } from './cooling-rules.ts'
import { exceededRow, limitRefusal, rulesOfTier, withUsed } from './limit-rules.ts'
import type { LimitRule, Usage } from './limit-rules.ts'
import { listRules, readIncoming } from './limits-store.ts'
import { partiesParticipant } from './parties-participant.ts'
import { giveBackWrites, readUsage, usageWrites } from './usage-store.ts'
import type { CountedOperation, EndedUsage } from './usage-store.ts'

export type LimitsNeed =
  /** Counts an operation. With `receiver` it is also found out whether the amount would lift that wallet over its cap. */
  | { take: CountedOperation; receiver?: string }
  /** An operation that was cancelled, returned or reversed: its part is free again. */
  | { giveBack: EndedUsage }

export type LimitsFact = { isReceiverOverCap: boolean }

type State = {
  rules: readonly LimitRule[]
  /** Those of a tier, once they were asked for. */
  rulesByTier: Map<number, LimitRule[]>
  usage: Map<string, Usage>
  incoming: Map<string, bigint>
}

const NONE: Usage = new Map()

const ownersOf = (need: LimitsNeed): string[] =>
  'take' in need ? [need.take.ownerId, ...(need.receiver === undefined ? [] : [need.receiver])] : []

const rulesFor = ({ rules, rulesByTier }: State, tier: number): LimitRule[] => {
  const known = rulesByTier.get(tier) ?? rulesOfTier(rules, tier)
  rulesByTier.set(tier, known)
  return known
}

const standing = (state: State, facts: Facts, ownerId: string) => {
  const party = facts.of(partiesParticipant).get(ownerId)
  const tier = party?.tier ?? -1
  const { balanceCents } = facts.balanceOf({ ownerId, account: WALLET })
  return {
    cooling: party?.cooling ?? null,
    rules: rulesFor(state, tier),
    usage: state.usage.get(ownerId) ?? NONE,
    balanceCents: balanceCents + (state.incoming.get(ownerId) ?? 0n),
  }
}

const isOverCap = (state: State, facts: Facts, receiver: string, amountCents: bigint): boolean => {
  const { rules, usage, balanceCents } = standing(state, facts, receiver)
  return exceededRow(rules, { operations: ['balance'], amountCents }, usage, balanceCents) !== null
}

export const limitsParticipant: Participant<LimitsNeed, State, LimitsNeed, LimitsFact> = {
  name: 'limits',
  phase: 'before',
  load: async (client, needs, at) => {
    const owners = [...new Set(needs.flatMap(({ need }) => ownersOf(need)))]
    const [rules, usage, incoming] = await Promise.all([
      listRules(client, at),
      readUsage(client, owners, at),
      readIncoming(client, owners),
    ])
    return { rules, rulesByTier: new Map(), usage, incoming }
  },
  decide: (state, need, facts) => {
    if ('giveBack' in need) return { change: need }
    const { ownerId, operations, amountCents } = need.take
    const { cooling, rules, usage, balanceCents } = standing(state, facts, ownerId)
    const restricted = coolingRefusal(cooling, { operations, amountCents }, usage)
    if (restricted) return { refuse: restricted }
    const exceeded = exceededRow(rules, { operations, amountCents }, usage, balanceCents)
    if (exceeded) return { refuse: limitRefusal(exceeded) }
    const { receiver } = need
    const isReceiverOverCap = receiver !== undefined && isOverCap(state, facts, receiver, amountCents)
    return { change: need, fact: { isReceiverOverCap } }
  },
  // What is given back counts until the next batch: too strict for a moment, never too generous.
  apply: (state, change, at) => {
    if (!('take' in change)) return
    const { ownerId, operations, amountCents } = change.take
    const usage = state.usage.get(ownerId) ?? NONE
    state.usage.set(ownerId, withUsed(usage, { operations, amountCents, at }))
    if (operations.includes('balance')) state.incoming.set(ownerId, (state.incoming.get(ownerId) ?? 0n) + amountCents)
  },
  save: (_state, changes, at) => {
    const taken = changes.flatMap((change) => ('take' in change ? [change.take] : []))
    const ended = changes.flatMap((change) => ('giveBack' in change ? [change.giveBack] : []))
    return [...usageWrites(taken, at), ...giveBackWrites(ended, at)]
  },
}
