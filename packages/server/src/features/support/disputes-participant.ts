/**
 * A dispute in the batch of its money: it goes where it goes together with the credit, or the credit's way back, or not at all. One that
 * has changed since it was read, because its owner withdrew it or another operator was faster, moves no money.
 */
import { disputeId as wireId } from '@puente/contract'
import type { Facts } from '@puente/ledger'
import { eventWrites } from '#platform/live/live-store.ts'
import type { Participant } from '#platform/participant.ts'
import type { Dispute, DisputeRef } from './dispute.ts'
import { lockDisputes, readGiven, disputeWrites } from './disputes-batch-store.ts'

/** `seen` is the version that it was decided by. `alone`: the most that may be credited to its owner in all without a person of ours. */
export type DisputeNeed = { ref: DisputeRef; seen: number; after: (facts: Facts) => Dispute; alone: bigint | null }

type State = { disputes: Map<string, Dispute>; given: Map<string, bigint> }

const idOf = ({ ownerId, disputeId }: DisputeRef): string => `${ownerId}/${disputeId}`

/** What other screens of the owner are told of a change. */
export const disputeAnnouncement = ({ ownerId, disputeId, version }: Dispute) =>
  ({ ownerId, event: 'dispute', data: { id: wireId(disputeId), version } }) as const

export const createDisputesParticipant = (
  wake: (ownerIds: Iterable<string>) => void,
): Participant<DisputeNeed, State, Dispute> => ({
  name: 'disputes',
  phase: 'before',
  load: async (client, needs) => {
    const refs = needs.map(({ need }) => need.ref)
    const bounded = needs.flatMap(({ need }) => (need.alone === null ? [] : [need.ref.ownerId]))
    const disputes = await lockDisputes(client, refs)
    return {
      disputes: new Map(disputes.map((one) => [idOf(one), one])),
      given: await readGiven(client, [...new Set(bounded)]),
    }
  },
  decide: ({ disputes, given }, { ref, seen, after, alone }, facts) => {
    const dispute = disputes.get(idOf(ref))
    if (dispute?.version !== seen) return { refuse: { code: 'notFound', stored: false } }
    if (alone !== null && (given.get(ref.ownerId) ?? 0n) + dispute.amountCents > alone)
      return { refuse: { code: 'limitExceeded', stored: false } }
    return { change: { ...after(facts), version: seen + 1 } }
  },
  apply: ({ disputes, given }, dispute) => {
    disputes.set(idOf(dispute), dispute)
    if (dispute.credit?.state === 'given')
      given.set(dispute.ownerId, (given.get(dispute.ownerId) ?? 0n) + dispute.credit.cents)
  },
  save: ({ disputes }, changes, at) => {
    const latest = [...new Set(changes.map(idOf))].flatMap((id) => disputes.get(id) ?? [])
    return [...disputeWrites(latest, at), ...eventWrites(latest.map(disputeAnnouncement))]
  },
  afterCommit: (changes) => wake(changes.map(({ ownerId }) => ownerId)),
})

/** The need under the participant's name, for a command's `participants`. */
export const forDispute = (need: DisputeNeed): { disputes: DisputeNeed } => ({ disputes: need })
