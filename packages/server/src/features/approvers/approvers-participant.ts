/**
 * Approvers in the batch of the money. Whether a payment waits for one is decided here, under the lock of the wallet that pays: of
 * parallel sends none slips past a sum, and an approver who said yes a moment ago is asked. So is whether the one who decides still may.
 * The screens of those whose word counts hear of it with the commit.
 */
import type { FactSource, Write } from '@puente/ledger'
import type { DomainEvent } from '#platform/events.ts'
import { eventWrites } from '#platform/live/live-store.ts'
import type { Participant } from '#platform/participant.ts'
import { type Found, readApprovers, readByRef } from './approvers-batch-store.ts'
import type { Approver } from './approver.ts'
import { aDayAfter, decidersOf, isActiveAt } from './approver-rules.ts'

declare module '#platform/events.ts' {
  interface Events {
    /** A payment waits for these people; `ownerId` pays, `id` is the movement. Bare uuids. */
    'approval.asked': { ownerId: string; approverIds: string[]; id: string }
    /** Nobody decided in time. */
    'approval.expired': { ownerId: string; approverIds: string[]; id: string }
  }
}

/** A payment that waits for one of these people. */
type Waiting = { ownerId: string; movementId: string; approverIds: readonly string[] }

export type ApproversNeed =
  /** A payment from the balance to another person. */
  | { asks: { ownerId: string; movementId: string; payeeId: string; amountCents: bigint } }
  /** One of them has decided. Refused with `NOT_THEIRS` when they approve for this person no more, or the time is over. */
  | { decides: Waiting & { approverId: string; until: Date } }
  /** It waits no more, without a word of theirs. */
  | { ends: Waiting & { isExpired: boolean } }

/** Why a word does not count: in the details of the refusal, which others share its code with. */
export const NOT_THEIRS = 'notTheirs'

/** Whom a payment waits for, and until when; null for none. */
export type Approval = { approverIds: string[]; names: string[]; isFirst: boolean; until: Date } | null

/** What a payment comes to, for its command: `facts.of(approversFact)`. */
export const approversFact: FactSource<Approval> = { name: 'approvers', decide: () => ({ change: null, fact: null }) }

/** The need under the participant's name, for a command's `participants`. */
export const forApprovers = (need: ApproversNeed): { approvers: ApproversNeed } => ({ approvers: need })

type Asked = Extract<ApproversNeed, { asks: unknown }>['asks']
type Change = { need: ApproversNeed; approval: Approval }
type State = {
  found: Map<Asked, Found[]>
  deciding: Map<string, Approver>
  /** What goes to somebody in this very batch without waiting. */
  gone: Map<string, bigint>
}

const pairOf = (one: string, other: string): string => `${one}/${other}`
const NOTHING: Approval = null

const toldOf = ({ need, approval }: Change): readonly string[] => {
  if ('asks' in need) return approval?.approverIds ?? []
  return 'decides' in need ? need.decides.approverIds : need.ends.approverIds
}

const eventsOf = ({ need, approval }: Change): DomainEvent[] => {
  if ('asks' in need) {
    const { ownerId, movementId: id } = need.asks
    return approval ? [{ event: 'approval.asked', data: { ownerId, approverIds: approval.approverIds, id } }] : []
  }
  if ('decides' in need || !need.ends.isExpired) return []
  const { ownerId, approverIds, movementId: id } = need.ends
  return [{ event: 'approval.expired', data: { ownerId, approverIds: [...approverIds], id } }]
}

type ApproversParticipantOptions = {
  /** Sets off the streams of these people once the batch is committed. */
  wake: (ownerIds: Iterable<string>) => void
  /** What keeps domain events with the batch. */
  writesOf: (events: readonly DomainEvent[]) => Write[]
}

export const createApproversParticipant = ({
  wake,
  writesOf,
}: ApproversParticipantOptions): Participant<ApproversNeed, State, Change, Approval> => ({
  name: approversFact.name,
  phase: 'before',
  load: async (client, needs, at) => {
    const asked = needs.flatMap(({ need }) => ('asks' in need ? [need.asks] : []))
    const refs = needs.flatMap(({ need }) => ('decides' in need ? [need.decides] : []))
    const [found, deciding] = await Promise.all([readApprovers(client, asked, at), readByRef(client, refs)])
    return {
      found: new Map(asked.map((one, n) => [one, found[n] ?? []])),
      deciding: new Map(deciding.map((one) => [pairOf(one.ownerId, one.approverId), one])),
      gone: new Map(),
    }
  },
  decide: ({ found, deciding, gone }, need, { at }) => {
    const unchanged = { change: { need, approval: NOTHING }, fact: NOTHING }
    if ('ends' in need) return unchanged
    if ('decides' in need) {
      const { ownerId, approverId, approverIds, until } = need.decides
      const approver = deciding.get(pairOf(ownerId, approverId))
      const mayDecide = approver && isActiveAt(approver, at) && approverIds.includes(approverId) && at < until
      return mayDecide ? unchanged : { refuse: { code: 'notFound', details: { reason: NOT_THEIRS }, stored: false } }
    }
    const { ownerId, payeeId, amountCents } = need.asks
    const rows = found.get(need.asks) ?? []
    const [first] = rows
    if (!first) return unchanged
    const { isPaidBefore } = first
    const goneCents = first.goneCents + (gone.get(pairOf(ownerId, payeeId)) ?? 0n)
    const approvers = rows.map(({ approver }) => approver)
    const deciders = decidersOf(approvers, { payeeId, amountCents, isPaidBefore, goneCents }, at)
    if (deciders === 'nobodyNeeded') return unchanged
    if (deciders === 'nobodyCould')
      return { refuse: { code: 'accountRestricted', details: { reason: 'approverIsPayee' }, stored: false } }
    const approverIds = deciders.approvers.map(({ approverId }) => approverId)
    const names = rows.flatMap(({ approver, name }) => (approverIds.includes(approver.approverId) ? [name] : []))
    const approval = { approverIds, names, isFirst: !isPaidBefore, until: aDayAfter(at) }
    return { change: { need, approval }, fact: approval }
  },
  apply: ({ gone }, { need, approval }) => {
    if (!('asks' in need) || approval) return
    const pair = pairOf(need.asks.ownerId, need.asks.payeeId)
    gone.set(pair, (gone.get(pair) ?? 0n) + need.asks.amountCents)
  },
  save: (_state, changes) => {
    const told = [...new Set(changes.flatMap(toldOf))]
    return [
      ...eventWrites(told.map((ownerId) => ({ ownerId, event: 'approvers', data: {} }))),
      ...writesOf(changes.flatMap(eventsOf)),
    ]
  },
  afterCommit: (changes) => wake(changes.flatMap(toldOf)),
})
