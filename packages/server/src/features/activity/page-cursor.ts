/**
 * Where a page of transactions ended. The cursor carries the filter it was made for and a seal over all of it, so that it
 * continues the same list of the same person and nothing else.
 */
import { createHmac } from 'node:crypto'
import * as z from 'zod/mini'
import { sameBytes } from '#platform/crypto/tokens.ts'
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
    from: z.nullable(z.iso.datetime()),
    until: z.nullable(z.iso.datetime()),
  }),
])

const sealOf = (keys: Pick<Keys, 'cursor'>, ownerId: string, text: string): Buffer =>
  createHmac('sha256', keys.cursor).update(`${ownerId}\n${text}`).digest()

export const writeCursor = (
  keys: Pick<Keys, 'cursor'>,
  ownerId: string,
  { createdAt, movementId }: Position,
  filter: Filter,
): string => {
  const wire = { ...filter, from: filter.from?.toISOString() ?? null, until: filter.until?.toISOString() ?? null }
  const text = Buffer.from(JSON.stringify([createdAt.toISOString(), movementId, wire])).toString('base64url')
  return `${text}.${sealOf(keys, ownerId, text).toString('base64url')}`
}

/** Null for a cursor that is not ours, or not this person's. */
export const readCursor = (
  keys: Pick<Keys, 'cursor'>,
  ownerId: string,
  cursor: string,
): { position: Position; filter: Filter } | null => {
  const [text = '', seal = '', ...more] = cursor.split('.')
  if (more.length > 0 || !sameBytes(Buffer.from(seal, 'base64url'), sealOf(keys, ownerId, text))) return null
  const parsed = Payload.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString()))
  if (!parsed.success) return null
  const [createdAt, movementId, { from, until, ...filter }] = parsed.data
  return {
    position: { createdAt: new Date(createdAt), movementId },
    filter: { ...filter, from: from === null ? null : new Date(from), until: until === null ? null : new Date(until) },
  }
}
