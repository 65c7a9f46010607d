import type { Input, Output } from '@puente/contract'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { findPosition, listSecurityEvents, type Position } from './security-log-store.ts'

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The line that a page ended with; one of another person is as unknown as one that never was. */
const positionOf = async (ctx: UserCtx, last: string): Promise<Position> => {
  const found = UUID.test(last) ? await findPosition(ctx.db, ctx.user.id, last) : null
  if (!found) throw new Refusal('invalidRequest', { field: 'last' })
  return found
}

/** A page of the caller's security log, newest first. Refuses a cursor that is not the caller's with `invalidRequest`. */
export const securityLog = async (
  ctx: UserCtx,
  { limit, last }: Input<'securityLog'>,
): Promise<Output<'securityLog'>> => {
  const after = last === undefined ? null : await positionOf(ctx, last)
  const found = await listSecurityEvents(ctx.db, ctx.user.id, { after, limit: limit + 1 })
  const page = found.slice(0, limit)
  const end = found.length <= limit
  return {
    items: page.map(({ at, timeZone, language, ...line }) => ({
      ...line,
      at: at.toISOString(),
      place: { timeZone, language },
    })),
    last: end ? null : (page.at(-1)?.id ?? null),
    end,
  }
}
