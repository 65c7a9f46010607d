/**
 * Limits inside the ledger's batch: usage is read and written under the wallet's lock, so that parallel operations at the
 * edge of a row cannot both pass. Needs the parties participant before it.
 */
import type { Facts } from '@puente/ledger'
import type { Participant } from '#platform/participant.ts'
import { WALLET } from '@puente/ledger'
import { coolingRefusal } from './cooling-rules.ts'
import { exceededRow, limitRefusal, rulesOfTier, withUsed } from './limit-state-rules.ts'
import type { LimitGroup, LimitRule, LimitState, Usage } from './limit-state-rules.ts'
import { listRules, readIncoming } from './limits-store.ts'
import { overriddenRules, type Override } from './override-rules.ts'
import { readOverrides } from './overrides-store.ts'
import { partiesParticipant } from './parties-participant.ts'
import { partsAsked, type PartsAsked, passesAnswer, passesAt } from './passes-rules.ts'
import { partsOfOwner, readParts, type UsageParts } from './usage-parts-store.ts'
import { readUsage, regroupWrites, restoreWrites, retakeWrites, usageWrites } from './usage-store.ts'
import type { CountedOperation, EndedUsage, RegroupedUsage } from './usage-store.ts'

export type LimitsNeed =
  /**
   * Counts an operation. With `receiver` it is also found out whether it has to wait for that person's identity check. `parts` are
   * asked for once it is refused, to say when it passes: nothing below its limits pays for that.
   */
  | { take: CountedOperation; receiver?: string; parts?: readonly PartsAsked[] }
  /** Money of an operation that was counted when it began reaches its receiver now; found out is whether it has to wait. */
  | { arrives: Arrival }
  /** An operation that was cancelled, returned or reversed: its part is free again. */
  | { restore: EndedUsage }
  /** Money of an operation that was restored is here again: it counts again, as of the moment at which it was counted. */
  | { retake: EndedUsage }
  /** An operation whose money is here: it counts in these groups from now on, whatever room they have. */
  | { regroup: RegroupedUsage }

export type Arrival = { sender: string; receiver: string; amountCents: bigint }

export type LimitsFact = {
  /** Whether money for an unverified person waits: it would lift their wallet over its cap, or the sender's last one waited. */
  mustWait: boolean
  /** What the owner of a counted operation has sent in-app within 24 hours, that of this batch included, without it. */
  sentTodayCents: bigint
}

type Change = { need: LimitsNeed } & Pick<LimitsFact, 'mustWait'>

type State = {
  rules: readonly LimitRule[]
  overrides: Map<string, Override[]>
  /** Those of a tier, once they were asked for. */
  rulesByTier: Map<number, LimitRule[]>
  usage: Map<string, Usage>
  /** What was used before this batch. */
  usedBefore: ReadonlyMap<string, Usage>
  parts: UsageParts
  incoming: Map<string, bigint>
  /** From whom to whom something was held in this very batch. */
  held: Set<string>
}

const NONE: Usage = new Map()

const ownersOf = (need: LimitsNeed): string[] => {
  if ('take' in need) return [need.take.ownerId, ...(need.receiver === undefined ? [] : [need.receiver])]
  return 'arrives' in need ? [need.arrives.receiver] : []
}

const rulesFor = ({ rules, rulesByTier, overrides }: State, ownerId: string, tier: number): LimitRule[] => {
  const known = rulesByTier.get(tier) ?? rulesOfTier(rules, tier)
  rulesByTier.set(tier, known)
  const own = overrides.get(ownerId)
  return own ? overriddenRules(known, own) : known
}

const standing = (state: State, facts: Facts, ownerId: string) => {
  const party = facts.of(partiesParticipant).get(ownerId)
  const tier = party?.tier ?? -1
  const { balanceCents } = facts.balanceOf({ ownerId, account: WALLET })
  return {
    cooling: party?.cooling ?? null,
    rules: rulesFor(state, ownerId, tier),
    usage: state.usage.get(ownerId) ?? NONE,
    balanceCents: balanceCents + (state.incoming.get(ownerId) ?? 0n),
  }
}

const isOverCap = (state: State, facts: Facts, receiver: string, amountCents: bigint): boolean => {
  const { rules, usage, balanceCents } = standing(state, facts, receiver)
  return exceededRow(rules, { operations: ['balance'], amountCents }, usage, balanceCents) !== null
}

const pairOf = (sender: string, receiver: string) => `${sender}/${receiver}`

/** What a need sends to whom; null for one that reaches nobody. */
const arrivalOf = (need: LimitsNeed): Arrival | null => {
  if ('arrives' in need) return need.arrives
  if (!('take' in need) || need.receiver === undefined) return null
  return { sender: need.take.ownerId, receiver: need.receiver, amountCents: need.take.amountCents }
}

const mustWait = (state: State, facts: Facts, need: LimitsNeed): boolean => {
  const arrival = arrivalOf(need)
  if (!arrival) return false
  const { sender, receiver, amountCents } = arrival
  const heldFrom = facts.of(partiesParticipant).get(receiver)?.heldFrom
  const hasWaited = heldFrom?.has(sender) || state.held.has(pairOf(sender, receiver))
  return hasWaited || isOverCap(state, facts, receiver, amountCents)
}

const usedInDay = (usage: Usage | undefined, operation: LimitGroup): bigint =>
  usage?.get(operation)?.['24h']?.cents ?? 0n

type Taking = Extract<LimitsNeed, { take: unknown }>

/** Refuses with the moment at which it passes, or asks first for what it takes to say that. */
const exceededRefusal = (
  state: State,
  need: Taking,
  exceeded: LimitState,
  { rules, usage, at }: { rules: readonly LimitRule[]; usage: Usage; at: Date },
) => {
  const { ownerId } = need.take
  const before = state.usedBefore.get(ownerId)
  const known = {
    at,
    usage,
    batchCents: (operation: LimitGroup) => usedInDay(usage, operation) - usedInDay(before, operation),
    partsOf: partsOfOwner(state.parts, ownerId),
  }
  const passes = passesAt(rules, need.take, exceeded, known)
  if (passes) return limitRefusal(exceeded, passesAnswer(passes))
  const unknown = { freesAt: null, freesCents: null, mostCents: null }
  const again: Taking = { ...need, parts: partsAsked(rules, need.take, known) }
  return { ...limitRefusal(exceeded, unknown), again: { limits: again } }
}

const partsOfNeed = (need: LimitsNeed) =>
  'take' in need ? (need.parts ?? []).map((one) => ({ ...one, ownerId: need.take.ownerId })) : []

export const limitsParticipant: Participant<LimitsNeed, State, Change, LimitsFact> = {
  name: 'limits',
  phase: 'before',
  load: async (client, needs, at) => {
    const owners = [...new Set(needs.flatMap(({ need }) => ownersOf(need)))]
    const [rules, overrides, usage, incoming, parts] = await Promise.all([
      listRules(client, at),
      readOverrides(client, owners, at),
      readUsage(client, owners, at),
      readIncoming(client, owners),
      readParts(
        client,
        needs.flatMap(({ need }) => partsOfNeed(need)),
        at,
      ),
    ])
    const usedBefore = new Map(usage)
    return { rules, overrides, rulesByTier: new Map(), usage, usedBefore, parts, incoming, held: new Set() }
  },
  decide: (state, need, facts) => {
    if ('restore' in need || 'retake' in need || 'regroup' in need) return { change: { need, mustWait: false } }
    if ('arrives' in need) {
      const fact = { mustWait: mustWait(state, facts, need), sentTodayCents: 0n }
      return { change: { need, mustWait: fact.mustWait }, fact }
    }
    const { ownerId, operations, amountCents } = need.take
    const { cooling, rules, usage, balanceCents } = standing(state, facts, ownerId)
    const restricted = coolingRefusal(cooling, { operations, amountCents }, usage, rules)
    if (restricted) return { refuse: restricted }
    const exceeded = exceededRow(rules, { operations, amountCents }, usage, balanceCents)
    if (exceeded) return { refuse: exceededRefusal(state, need, exceeded, { rules, usage, at: facts.at }) }
    const sentTodayCents = usage.get('inApp')?.['24h']?.cents ?? 0n
    const fact = { mustWait: mustWait(state, facts, need), sentTodayCents }
    return { change: { need, mustWait: fact.mustWait }, fact }
  },
  // What is restored or moves to other groups counts in its own until the next batch, and what is taken again from the next batch on.
  apply: (state, { need, mustWait: isHeld }, at) => {
    const arrival = arrivalOf(need)
    if (isHeld && arrival) state.held.add(pairOf(arrival.sender, arrival.receiver))
    const counted = 'take' in need ? need.take : 'regroup' in need ? need.regroup : null
    if (!counted) return
    const { ownerId, operations, amountCents } = counted
    const usage = state.usage.get(ownerId) ?? NONE
    state.usage.set(ownerId, withUsed(usage, { operations, amountCents, at }))
    if (operations.includes('balance')) state.incoming.set(ownerId, (state.incoming.get(ownerId) ?? 0n) + amountCents)
  },
  save: (_state, changes, at) => {
    const taken = changes.flatMap(({ need }) => ('take' in need ? [need.take] : []))
    const ended = changes.flatMap(({ need }) => ('restore' in need ? [need.restore] : []))
    const retaken = changes.flatMap(({ need }) => ('retake' in need ? [need.retake] : []))
    const regrouped = changes.flatMap(({ need }) => ('regroup' in need ? [need.regroup] : []))
    return [
      ...usageWrites(taken, at),
      ...restoreWrites(ended, at),
      ...retakeWrites(retaken, at),
      ...regroupWrites(regrouped, at),
    ]
  },
}
