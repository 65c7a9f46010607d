import type { PublicCtx } from '#platform/http/ctx.ts'
import { hashToken } from '#platform/crypto/tokens.ts'
import { BUDGETS } from '#platform/rate-limit/throttles.ts'
import { passwordsOf } from './passwords-of.ts'
import { isKnownPlace } from './sessions-store.ts'

const KNOWN_FOR_MS = 30 * 24 * 60 * 60_000

type Check = {
  /** Whose account is tried, or an id that names nobody. */
  ownerId: string
  /** What tries are counted by; a keyed hash of the address. */
  subject: string
  stored: string | null
  password: string
}

/**
 * Checks a password within the account's budget of failures. A browser and network from which this account was opened
 * lately keep a budget of their own: a stranger who guesses elsewhere cannot lock the owner out. `outdated` is the new
 * hash when the stored one is weaker than what is configured now. Refuses with `tooManyRequests`.
 */
export const checkPassword = async (
  ctx: PublicCtx,
  { ownerId, subject, stored, password }: Check,
): Promise<{ passes: boolean; outdated: string | null }> => {
  const place = { network: ctx.network, userAgent: ctx.userAgent }
  const isKnown = await isKnownPlace(ctx.db, ownerId, place, new Date(ctx.clock.now().getTime() - KNOWN_FOR_MS))
  const counted = isKnown ? `${subject}:${hashToken(JSON.stringify(place)).toString('hex')}` : subject
  await ctx.budgets.consume(counted, BUDGETS.signInPerAccount)
  const passwords = passwordsOf(ctx)
  const passes = await passwords.verify(stored, password)
  if (!passes) return { passes, outdated: null }
  await ctx.budgets.clear(counted, BUDGETS.signInPerAccount)
  return { passes, outdated: stored !== null && passwords.isOutdated(stored) ? await passwords.hash(password) : null }
}
