import type { Output } from '@puente/contract'
import { findCredentials } from '#features/accounts/index.ts'
import { listEnrolled } from '#features/factors/index.ts'
import { endOf, sessionClosed, sessionOfCookie } from '#features/sessions/index.ts'
import type { PublicCtx } from '#platform/http/ctx.ts'

/**
 * What the person of a locked session can unlock it with, the best first. Empty for an account that has neither a password nor
 * a passkey or an app of its own. Refuses with `sessionClosed` once it is too late.
 */
export const unlockWays = async (ctx: PublicCtx): Promise<Output<'unlockWays'>> => {
  const session = await sessionOfCookie(ctx, ctx.sessionCookie)
  const end = await endOf(ctx, session)
  if (end && end !== 'locked') throw sessionClosed(end)
  const enrolled = await listEnrolled(ctx.db, session.ownerId)
  const credentials = await findCredentials(ctx.db, session.ownerId)
  const ways = [...enrolled, ...(credentials?.passwordHash ? (['password'] as const) : [])]
  return { ways: ways.filter((way) => way === 'passkey' || way === 'totp' || way === 'password') }
}
