import { hasProved, readDevice } from '#platform/crypto/device-cookie.ts'
import type { PublicCtx } from '#platform/http/ctx.ts'
import type { Budget } from '#platform/rate-limit/throttles.ts'
import { BUDGETS } from '#platform/rate-limit/throttles.ts'
import type { Credentials } from '#features/accounts/index.ts'
import { passwordsOf } from './passwords-of.ts'

type Check = {
  /** Whose account is tried; null for an address of nobody, which is tried all the same. */
  found: Credentials | null
  /** What tries are counted by; a keyed hash of the address. */
  claim: string
  password: string
}

type Lane = { subject: string; budget: Budget }

/** Which budgets a try uses: the browser's own when it proved this password before, else the account's and the network's. */
const lanesOf = (ctx: PublicCtx, { found, claim }: Check): Lane[] => {
  const device = readDevice(ctx.keys, ctx.deviceCookie)
  if (device && found && hasProved(device, found.ownerId, found.passwordChangedAt, ctx.clock.now()))
    return [{ subject: `${claim}:${device.id}`, budget: BUDGETS.signInPerDevice }]
  return [
    { subject: ctx.network, budget: BUDGETS.signInPerNetwork },
    { subject: claim, budget: BUDGETS.signInPerAccount },
  ]
}

/** Counts the try in all of its lanes, or in none. */
const enter = async (ctx: PublicCtx, lanes: readonly Lane[]): Promise<void> => {
  const entered: Lane[] = []
  try {
    for (const lane of lanes) {
      await ctx.budgets.consume(lane.subject, lane.budget)
      entered.push(lane)
    }
  } catch (error) {
    for (const { subject, budget } of entered) await ctx.budgets.restore(subject, budget)
    throw error
  }
}

/** Only failures count: those of an account are forgotten with a success, those of a network are other people's too. */
const leave = async (ctx: PublicCtx, lanes: readonly Lane[]): Promise<void> => {
  for (const { subject, budget } of lanes)
    await (budget === BUDGETS.signInPerNetwork
      ? ctx.budgets.restore(subject, budget)
      : ctx.budgets.clear(subject, budget))
}

/**
 * Checks a password within the budgets of failures. A browser that proved this password before has one of its own, so
 * that strangers who guess, in its network or elsewhere, cannot lock the owner out. `outdated` is the new hash when the
 * stored one is weaker than what is configured now. Refuses with `tooManyRequests`.
 */
export const checkPassword = async (
  ctx: PublicCtx,
  check: Check,
): Promise<{ passes: boolean; outdated: string | null }> => {
  const stored = check.found?.passwordHash ?? null
  const lanes = lanesOf(ctx, check)
  await enter(ctx, lanes)
  const passwords = passwordsOf(ctx)
  const passes = await passwords.verify(stored, check.password)
  if (!passes) return { passes, outdated: null }
  await leave(ctx, lanes)
  return {
    passes,
    outdated: stored !== null && passwords.isOutdated(stored) ? await passwords.hash(check.password) : null,
  }
}
