/**
 * The live events for the screens of those involved when movements are written. All that a batch commits becomes
 * visible at one moment, so what it changes more than once is announced once.
 */
import { transactionId } from '@puente/contract'
import type { Announcement } from '#platform/live/live-store.ts'
import type { Movement } from './movement.ts'

const transactionEvent = ({ ownerId, movementId, version }: Movement): Announcement => ({
  ownerId,
  event: 'transaction',
  data: { id: transactionId(movementId), version },
})

/** It counts in a limit of its owner's. */
const isCounted = ({ direction, type }: Movement): boolean => direction === -1 || type === 'deposit'
const isBetweenPeople = ({ counterpart, state }: Movement): boolean => counterpart !== null && state === 'COMPLETED'

const once = (movements: Movement[], event: 'wallet' | 'limits' | 'frequents'): Announcement[] =>
  [...new Set(movements.map(({ ownerId }) => ownerId))].map((ownerId) => ({ ownerId, event, data: {} }))

export const announcementsOf = (movements: Movement[]): Announcement[] => [
  ...movements.map(transactionEvent),
  ...once(movements, 'wallet'),
  ...once(movements.filter(isCounted), 'limits'),
  ...once(movements.filter(isBetweenPeople), 'frequents'),
]
