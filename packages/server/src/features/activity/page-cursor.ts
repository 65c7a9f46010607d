/** Where a page of transactions ended. The cursor carries the filter it was made for. */
import * as z from 'zod/mini'
import { openCursor, sealCursor } from '#platform/page-cursor.ts'
import type { Keys } from '#platform/secrets.ts'
import type { Filter, Position } from './activity-filter.ts'

const Payload = z.tuple([
  z.iso.datetime(),
  z.guid(),
  z.object({
    counterpartId: z.nullable(z.string()),
    name: z.nullable(z.string()),
    types: z.nullable(z.array(z.string())),
    search: z.nullable(z.string()),
    searchTypes: z.nullable(z.array(z.string())),
    searchStates: z.nullable(z.array(z.string())),
    underWay: z._default(z.nullable(z.literal(true)), null),
    from: z.nullable(z.iso.datetime()),
    until: z.nullable(z.iso.datetime()),
  }),
])

export const writeCursor = (
  keys: Pick<Keys, 'cursor'>,
  ownerId: string,
  { createdAt, movementId }: Position,
  filter: Filter,
): string => {
  const wire = { ...filter, from: filter.from?.toISOString() ?? null, until: filter.until?.toISOString() ?? null }
  return sealCursor({ keys, ownerId, list: 'transactions' }, [createdAt.toISOString(), movementId, wire])
}

/** Null for a cursor that is not ours, or not this person's. */
export const readCursor = (
  keys: Pick<Keys, 'cursor'>,
  ownerId: string,
  cursor: string,
): { position: Position; filter: Filter } | null => {
  const parsed = Payload.safeParse(openCursor({ keys, ownerId, list: 'transactions' }, cursor))
  if (!parsed.success) return null
  const [createdAt, movementId, { from, until, ...filter }] = parsed.data
  return {
    position: { createdAt: new Date(createdAt), movementId },
    filter: { ...filter, from: from === null ? null : new Date(from), until: until === null ? null : new Date(until) },
  }
}
