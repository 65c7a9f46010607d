import { hasProved, readDevice } from '#platform/crypto/device-cookie.ts'
import type { PublicCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { Budget } from '#platform/rate-limit/throttles.ts'
import { BUDGETS } from '#platform/rate-limit/throttles.ts'
import type { Credentials } from '#features/accounts/index.ts'
import { passwordsOf } from './passwords-of.ts'

type Check = {
  /** Whose account is tried; null for an unknown address, which is tried all the same. */
  found: Credentials | null
  /** What tries are counted by; a keyed hash of the address. */
  claim: string
  password: string
}

type Lane = { subject: string; budget: Budget }

/** The lane of a browser that proved this password before; null for any other. */
const deviceLaneOf = (ctx: PublicCtx, { found, claim }: Check): Lane | null => {
  const device = readDevice(ctx.keys, ctx.deviceCookie)
  return device && found && hasProved(device, found.ownerId, found.provedSince, ctx.clock.now())
    ? { subject: `${claim}:${device.id}`, budget: BUDGETS.signInPerDevice }
    : null
}

/**
 * Counts the try in all of its lanes and answers them, or in none and refuses with `tooManyRequests`: the browser's own lane
 * where it has one, else the account's and the network's. For its network an account counts once, however often it is
 * tried, since its own budget bounds the rest: guesses at a few accounts are not the loss of everybody beside them.
 */
const enter = async (ctx: PublicCtx, check: Check): Promise<Lane[]> => {
  const entered: Lane[] = []
  /** Seconds to wait; 0 when the try was counted. */
  const count = async (lane: Lane): Promise<number> => {
    const wait = await ctx.budgets.take(lane.subject, lane.budget)
    if (wait === 0) entered.push(lane)
    return wait
  }
  /** What counts once is noted only after the network has let it in: of tries that arrive together none passes by the other. */
  const countForNetwork = async (): Promise<number> => {
    const network = { subject: ctx.network, budget: BUDGETS.signInPerNetwork }
    const tried = { subject: `${ctx.network}:${check.claim}`, budget: BUDGETS.signInTriedInNetwork }
    if ((await ctx.budgets.waitOf(tried.subject, tried.budget)) > 0) return 0
    // Read first: a flood must not queue for the lock of a counter that is spent.
    const spent = await ctx.budgets.waitOf(network.subject, network.budget)
    if (spent > 0) return spent
    const wait = await count(network)
    if (wait > 0 || (await count(tried)) === 0) return wait
    entered.pop()
    await ctx.budgets.restore(network.subject, network.budget)
    return 0
  }
  const countAll = async (): Promise<number> => {
    const device = deviceLaneOf(ctx, check)
    if (device) return count(device)
    const wait = await countForNetwork()
    return wait > 0 ? wait : count({ subject: check.claim, budget: BUDGETS.signInPerAccount })
  }
  const retryAfterSeconds = await countAll()
  if (retryAfterSeconds === 0) return entered
  for (const { subject, budget } of entered) await ctx.budgets.restore(subject, budget)
  throw new Refusal('tooManyRequests', { retryAfterSeconds })
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
  const lanes = await enter(ctx, check)
  const passwords = passwordsOf(ctx)
  const passes = await passwords.verify(stored, check.password)
  if (!passes) return { passes, outdated: null }
  await leave(ctx, lanes)
  return {
    passes,
    outdated: stored !== null && passwords.isOutdated(stored) ? await passwords.hash(check.password) : null,
  }
}
