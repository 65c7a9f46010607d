/**
 * What the screens of those involved get to know when movements are written. All that a batch commits becomes visible at
 * one moment, so of what it changes more than once only the last is told.
 */
import { transactionId } from '@puente/contract'
import type { Announcement } from '#platform/live/live-store.ts'
import type { Movement } from './movement.ts'
import { transactionRow } from './movement-row.ts'

/** What somebody's wallet holds after a movement. */
export type WalletAfter = { ownerId: string; availableCents: bigint; heldCents: bigint }

/** Full names by owner. */
export type Names = ReadonlyMap<string, string>

const transactionEvent = (movement: Movement, names: Names): Announcement => {
  const { ownerId, type, state, version } = movement
  const row = transactionRow(movement, { fullName: names.get(ownerId) ?? '' })
  return { ownerId, event: 'transaction', data: { id: transactionId(movement.movementId), type, state, version, row } }
}

const walletEvent = ({ ownerId, availableCents, heldCents }: WalletAfter): Announcement => ({
  ownerId,
  event: 'wallet',
  data: { USD: Number(availableCents), held: { USD: Number(heldCents) } },
})

/** It counts in a limit of its owner's. */
const isCounted = ({ direction, type }: Movement): boolean => direction === -1 || type === 'deposit'
const isBetweenPeople = ({ counterpart, state }: Movement): boolean => counterpart !== null && state === 'COMPLETED'

const ownersOf = (movements: Movement[]): string[] => [...new Set(movements.map(({ ownerId }) => ownerId))]

/** @param wallets in the order of the movements; the last one of an owner is how the wallet stands in the end. */
export const announcementsOf = (movements: Movement[], wallets: WalletAfter[], names: Names): Announcement[] => {
  const standing = new Map(wallets.map((wallet) => [wallet.ownerId, wallet]))
  return [
    ...movements.map((movement) => transactionEvent(movement, names)),
    ...[...standing.values()].map(walletEvent),
    ...ownersOf(movements.filter(isCounted)).map((ownerId): Announcement => ({ ownerId, event: 'limits', data: {} })),
    ...ownersOf(movements.filter(isBetweenPeople)).map((ownerId): Announcement => ({
      ownerId,
      event: 'frequents',
      data: {},
    })),
  ]
}
