/**
 * Writes what people see in the very batch that moves the money, with each owner's balance after it, and announces it to
 * the screens of those it involves. Comes last, when all that is to be shown has been decided.
 */
import type { Facts } from '@puente/ledger'
import type { BatchRefusal, Participant } from '#platform/participant.ts'
import { eventWrites } from '#platform/live/live-store.ts'
import { type NotKept, notKept } from './kept-rules.ts'
import { cameLate, marked, movementOf, moved, payinReturned, returned } from './movement.ts'
import type {
  CameLate,
  Mark,
  Move,
  Movement,
  MovementDraft,
  MovementRef,
  PayinReturned,
  Posted,
  Return,
} from './movement.ts'
import { announcementsOf } from './movement-events.ts'
import { canMove } from './movement-states.ts'
import { lockMovements, movementWrites, readComeBack } from './movements-batch-store.ts'
import { walletOf } from './wallet-of.ts'

/** `isPosted`: the command moved money in the owner's wallet, and the row shows the balance after it. */
export type MovementWrite =
  | { insert: MovementDraft; isPosted: boolean }
  | { move: Move; isPosted: boolean }
  /** Told to the owner's screens when it is news; else nothing is written. */
  | { mark: Mark }
  /** In the command that puts the money aside; nothing where the row has not ended. */
  | { cameLate: CameLate }
  /** Of a row that had arrived, in the command that writes the row of the return; nothing where it says so already. */
  | { returned: Return }
  /** Of the payer's row, in the command that posts what its provider says; and of a reward's, in the one that takes it back. */
  | { payinReturned: PayinReturned }

export type MovementsNeed = {
  /** Existing rows that may be changed. */
  movementRefs?: MovementRef[]
  /** Refused, with `notKept` as its reason, unless this row is completed and none of its money has come back, also by an earlier command of the batch. */
  ifKept?: MovementRef
  /** What is written, once holds and legs are decided. */
  write: (facts: Facts) => MovementWrite[]
}

type Change = { inserted: Movement[]; updated: Movement[] }
/** `back`: rows that are asked about with `ifKept` and of which something had come back before the batch. */
type State = { rows: Map<string, Movement>; back: ReadonlySet<string> }

const idOf = ({ ownerId, movementId }: MovementRef) => `${ownerId}/${movementId}`

const RETURNS: readonly Movement['type'][] = ['refund', 'reversal']

const MAY_BE_NO_NEWS = ['mark', 'cameLate', 'returned', 'payinReturned'] as const

const GONE: BatchRefusal = { code: 'invalidTransactionId', stored: false }

const postedIn = (facts: Facts, ownerId: string): Posted => {
  const { balanceCents, seq } = facts.balanceOf(walletOf(ownerId))
  return { balanceCents, seq, transferId: facts.transferId }
}

const PASSING: readonly (string | null)[] = [
  'providerUnknown',
  'providerReview',
  'zelleNotSeen',
  'zelleMismatch',
  'approverWait',
]

/** What is on hold until somebody has spoken, a provider or an approver, goes on hold for another reason by way of PENDING, as states move. */
const fromHold = (row: Movement | undefined, move: Move, at: Date): Movement | undefined => {
  const isPassing = row?.state === 'ON HOLD' && PASSING.includes(row.holdReason)
  if (!isPassing || move.to !== 'ON HOLD' || move.holdReason === row.holdReason) return row
  return moved(row, { ownerId: row.ownerId, movementId: row.movementId, to: 'PENDING' }, at, null)
}

/** Under the lock of the row and of its owner's wallet: every return takes one of them too. */
const whyNotKept = ({ rows, back }: State, ref: MovementRef): NotKept | null => {
  const isReturn = ({ ownerId, linkedId, type, state }: Movement): boolean =>
    ownerId === ref.ownerId && linkedId === ref.movementId && RETURNS.includes(type) && state !== 'CANCELLED'
  return notKept(rows.get(idOf(ref)), back.has(idOf(ref)) || [...rows.values()].some(isReturn))
}

const writeOne = ({ rows }: State, write: MovementWrite, facts: Facts): Movement | null => {
  if ('mark' in write) {
    const waiting = rows.get(idOf(write.mark))
    return waiting ? marked(waiting, write.mark, facts.at) : null
  }
  if ('cameLate' in write) {
    const ended = rows.get(idOf(write.cameLate))
    return ended ? cameLate(ended, write.cameLate) : null
  }
  if ('returned' in write) {
    const arrived = rows.get(idOf(write.returned))
    return arrived ? returned(arrived, write.returned, facts.at) : null
  }
  if ('payinReturned' in write) {
    const paid = rows.get(idOf(write.payinReturned))
    return paid ? payinReturned(paid, write.payinReturned, facts.at) : null
  }
  const posted = ({ ownerId }: MovementRef) => (write.isPosted ? postedIn(facts, ownerId) : null)
  if ('insert' in write) return movementOf(write.insert, facts.at, posted(write.insert))
  const row = rows.get(idOf(write.move))
  if (write.move.from !== undefined && row?.holdReason !== write.move.from) return null
  const before = fromHold(row, write.move, facts.at)
  if (!before || !canMove(before.state, write.move.to)) return null
  return moved(before, write.move, facts.at, posted(write.move))
}

/** @param wake sets off the streams of these people once the batch is committed. */
export const createMovementsParticipant = (
  wake: (ownerIds: Iterable<string>) => void,
): Participant<MovementsNeed, State, Change> => ({
  name: 'movements',
  phase: 'after',
  load: async (client, needs) => {
    const asked = needs.flatMap(({ need }) => need.ifKept ?? [])
    const refs = needs.flatMap(({ need }) => need.movementRefs ?? [])
    const rows = await lockMovements(client, [...refs, ...asked])
    const back = await readComeBack(client, asked)
    return { rows: new Map(rows.map((row) => [idOf(row), row])), back: new Set(back.map(idOf)) }
  },
  decide: (state, need, facts) => {
    const reason = need.ifKept ? whyNotKept(state, need.ifKept) : null
    if (reason !== null) return { refuse: { ...GONE, details: { reason } } }
    const change: Change = { inserted: [], updated: [] }
    for (const write of need.write(facts)) {
      const movement = writeOne(state, write, facts)
      if (!movement && MAY_BE_NO_NEWS.some((kind) => kind in write)) continue
      if (!movement) return { refuse: GONE }
      change['insert' in write ? 'inserted' : 'updated'].push(movement)
    }
    return { change }
  },
  apply: ({ rows }, { inserted, updated }) => {
    for (const movement of [...inserted, ...updated]) rows.set(idOf(movement), movement)
  },
  save: ({ rows }, changes) => {
    const insertedIds = new Set(changes.flatMap(({ inserted }) => inserted.map(idOf)))
    const updatedIds = new Set(changes.flatMap(({ updated }) => updated.map(idOf)).filter((id) => !insertedIds.has(id)))
    const latest = (ids: Set<string>) => [...ids].flatMap((id) => rows.get(id) ?? [])
    const [inserted, updated] = [latest(insertedIds), latest(updatedIds)]
    return [...movementWrites(inserted, updated), ...eventWrites(announcementsOf([...inserted, ...updated]))]
  },
  afterCommit: (changes) =>
    wake(changes.flatMap(({ inserted, updated }) => [...inserted, ...updated].map(({ ownerId }) => ownerId))),
})

/** The need under the participant's name, for a command's `participants`; the participant itself is made where the live stream is. */
export const forMovements = (need: MovementsNeed): { movements: MovementsNeed } => ({ movements: need })
