/** The money that goes between a person and those around them, as far as it says what has come back. */
import { type FlowRow, listFlows } from '#features/wallet/index.ts'
import type { Db } from '#platform/db/database.ts'
import { type Flow, nettedIn, ROUND_TRIP_MS } from './round-trip-rules.ts'

/** More people than anyone deals with in two weeks; of more the newest are looked at. */
const MOST_PEOPLE = 200

const flowOf = ({ ownerId, movementId, otherId, direction, amountCents, at }: FlowRow): Flow => ({
  id: movementId,
  from: direction === -1 ? ownerId : otherId,
  to: direction === -1 ? otherId : ownerId,
  cents: amountCents,
  at,
})

export type Netted = { flows: readonly Flow[]; netted: ReadonlyMap<string, bigint> }

/** Flows of the last two weeks around a person, and how much of each has come back. */
export const nettedAround = async (db: Db, ownerId: string, now: Date): Promise<Netted> => {
  const since = new Date(now.getTime() - 2 * ROUND_TRIP_MS)
  const own = await listFlows(db, [ownerId], since)
  const others = [...new Set(own.map(({ otherId }) => otherId))].slice(0, MOST_PEOPLE)
  // A third person matters only where money goes on to another one of these, or to the person.
  const theirs = others.length === 0 ? [] : await listFlows(db, others, since, [ownerId, ...others])
  const flows = new Map([...own, ...theirs].map((row) => [row.movementId, flowOf(row)]))
  const all = [...flows.values()]
  return { flows: all, netted: nettedIn(all) }
}
