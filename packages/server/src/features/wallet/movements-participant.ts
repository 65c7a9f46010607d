/**
 * Writes what people see in the very batch that moves the money, with each owner's balance after it, and announces it to
 * the screens of those it involves. Comes last, when all that is to be shown has been decided.
 */
import type { Facts, Participant, Refusal } from '@puente/ledger'
import { transactionId } from '@puente/contract'
import type { Announcement } from '#platform/live/live-store.ts'
import { appendEvents } from '#platform/live/live-store.ts'
import { movementOf, moved } from './movement.ts'
import type { Move, Movement, MovementDraft, MovementRef, Posted } from './movement.ts'
import { transactionRow } from './movement-row.ts'
import { canMove } from './movement-states.ts'
import { insertMovements, lockMovements, readNames, updateMovements } from './movements-store.ts'
import { walletOf } from './wallet-of.ts'

/** `isPosted`: the command moved money in the owner's wallet, and the row shows the balance after it. */
export type MovementWrite = { insert: MovementDraft; isPosted: boolean } | { move: Move; isPosted: boolean }

export type MovementsNeed = {
  /** Everyone whose rows may be written. */
  owners: string[]
  /** Existing rows that may be changed. */
  touches?: MovementRef[]
  /** What is written, once holds and legs are decided. */
  write: (facts: Facts) => MovementWrite[]
}

type Change = { inserted: Movement[]; updated: Movement[]; announcements: Announcement[] }
type State = { rows: Map<string, Movement>; names: Map<string, string> }

const idOf = ({ ownerId, movementId }: MovementRef) => `${ownerId}/${movementId}`

const GONE: Refusal = { code: 'invalidTransactionId', stored: false }

const postedIn = (facts: Facts, ownerId: string): Posted => {
  const { balanceCents, seq } = facts.balanceOf(walletOf(ownerId))
  return { balanceCents, seq, transferId: facts.transferId }
}

const writeOne = ({ rows }: State, write: MovementWrite, facts: Facts): Movement | null => {
  const posted = ({ ownerId }: MovementRef) => (write.isPosted ? postedIn(facts, ownerId) : null)
  if ('insert' in write) return movementOf(write.insert, facts.at, posted(write.insert))
  const before = rows.get(idOf(write.move))
  if (!before || !canMove(before.state, write.move.to)) return null
  return moved(before, write.move, facts.at, posted(write.move))
}

const walletEvent = (facts: Facts, ownerId: string): Announcement => {
  const { availableCents, heldCents } = facts.balanceOf(walletOf(ownerId))
  return { ownerId, event: 'wallet', data: { USD: Number(availableCents), held: { USD: Number(heldCents) } } }
}

const eventsOf = (movement: Movement, names: State['names'], facts: Facts): Announcement[] => {
  const { ownerId, type, state, version } = movement
  const row = transactionRow(movement, { fullName: names.get(ownerId) ?? '' })
  const isBetweenPeople = movement.counterpart !== null && state === 'COMPLETED'
  const isCounted = movement.direction === -1 || type === 'deposit'
  return [
    { ownerId, event: 'transaction', data: { id: transactionId(movement.movementId), type, state, version, row } },
    walletEvent(facts, ownerId),
    ...(isCounted ? [{ ownerId, event: 'limits', data: {} } satisfies Announcement] : []),
    ...(isBetweenPeople ? [{ ownerId, event: 'frequents', data: {} } satisfies Announcement] : []),
  ]
}

/** @param wake sets off the streams of these people once the batch is committed. */
export const createMovementsParticipant = (
  wake: (ownerIds: Iterable<string>) => void,
): Participant<MovementsNeed, State, Change> => ({
  name: 'movements',
  phase: 'after',
  load: async (client, needs) => {
    const [rows, names] = await Promise.all([
      lockMovements(
        client,
        needs.flatMap(({ need }) => need.touches ?? []),
      ),
      readNames(client, [...new Set(needs.flatMap(({ need }) => need.owners))]),
    ])
    return { rows: new Map(rows.map((row) => [idOf(row), row])), names }
  },
  decide: (state, need, facts) => {
    const change: Change = { inserted: [], updated: [], announcements: [] }
    for (const write of need.write(facts)) {
      const movement = writeOne(state, write, facts)
      if (!movement) return { refuse: GONE }
      change['insert' in write ? 'inserted' : 'updated'].push(movement)
      change.announcements.push(...eventsOf(movement, state.names, facts))
    }
    return { change }
  },
  apply: ({ rows }, { inserted, updated }) => {
    for (const movement of [...inserted, ...updated]) rows.set(idOf(movement), movement)
  },
  save: async (client, { rows }, changes) => {
    const insertedIds = new Set(changes.flatMap(({ inserted }) => inserted.map(idOf)))
    const updatedIds = new Set(changes.flatMap(({ updated }) => updated.map(idOf)))
    const latest = (ids: Set<string>) => [...ids].flatMap((id) => rows.get(id) ?? [])
    await Promise.all([
      insertMovements(client, latest(insertedIds)),
      updateMovements(client, latest(new Set([...updatedIds].filter((id) => !insertedIds.has(id))))),
      appendEvents(
        client,
        changes.flatMap(({ announcements }) => announcements),
      ),
    ])
  },
  afterCommit: (changes) => wake(changes.flatMap(({ announcements }) => announcements.map(({ ownerId }) => ownerId))),
})

/** The need under the participant's name, for `parts`; the participant itself is made where the live stream is. */
export const movementsPart = (need: MovementsNeed): { movements: MovementsNeed } => ({ movements: need })
