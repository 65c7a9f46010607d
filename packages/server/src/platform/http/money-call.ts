/**
 * What makes a money call safe to repeat: the key stands for one act for good, the hash tells whether a repeat asks
 * for the same thing, and the answer that was stored with the money is given again.
 */
import { hash } from 'node:crypto'
import type { Endpoint, ErrorCode } from '@puente/contract'
import { type Json, type Ledger, type Outcome, OutcomeUnknown, type Refused } from '@puente/ledger'
import { batchedLoader } from '../db/batched-loader.ts'
import { acceptedLongAgo, refusalOfBatch } from './batch-refusal.ts'
import type { MoneyCtx, PostingCtx, UserCtx } from './ctx.ts'
import { Refusal } from './refusal.ts'
import { canonicalJson, isIdempotencyKey } from './requests.ts'

/** The field of a stored answer that `refuseAccepted` adds. */
type RefusedLater = { refusal?: Refused['refusal'] } | null

const answerOf = <Answer>(outcome: Outcome, ctx: UserCtx): Answer => {
  if (outcome.replayed) ctx.reply.header('idempotent-replayed', 'true')
  if (!outcome.accepted) throw refusalOfBatch(outcome)
  if (outcome.answerExpired) throw acceptedLongAgo()
  const refusal = (outcome.answer as RefusedLater)?.refusal
  if (refusal) throw refusalOfBatch({ refusal })
  return outcome.answer as Answer
}

/** Refuses a call whose command was accepted, as when a payment is stored and its money is not here yet; its repeats as well. */
export const refuseAccepted = async (
  ctx: MoneyCtx,
  code: ErrorCode,
  details: { [key: string]: Json },
): Promise<never> => {
  await ctx.ledger.completeAnswer(ctx.user.id, ctx.money.key, { refusal: { code, details } })
  throw new Refusal(code, details)
}

/** How many different money calls of one user this process works on at a time. */
const IN_FLIGHT_LIMIT = 4
/** By user, how many calls are at work on each key. */
const inFlight = new Map<string, Map<string, number>>()

/** Repeats of a call that is under way share its place: the ledger gives them all the one answer. */
const withPlace = async <T>(userId: string, key: string, work: () => Promise<T>): Promise<T> => {
  const keys = inFlight.get(userId) ?? new Map<string, number>()
  if (!keys.has(key) && keys.size >= IN_FLIGHT_LIMIT) {
    throw new Refusal('tooManyRequests', { retryAfterSeconds: 1, reason: 'inFlight' })
  }
  inFlight.set(userId, keys.set(key, (keys.get(key) ?? 0) + 1))
  try {
    return await work()
  } finally {
    const left = (keys.get(key) ?? 1) - 1
    if (left > 0) keys.set(key, left)
    else keys.delete(key)
    if (keys.size === 0) inFlight.delete(userId)
  }
}

/** The key of a money call; `missingHeader` when there is none, or it is malformed. */
export const requireKey = (header: unknown): string => {
  if (!isIdempotencyKey(header)) throw new Refusal('missingHeader', { header: 'Idempotency-Key' })
  return header
}

type Key = { ownerId: string; key: string }

const idOf = ({ ownerId, key }: Key): string => `${ownerId}/${key}`

/** Whether something was posted under a key, as far as this server of the database knows. */
const findTaken = batchedLoader(idOf, async (ledger: Ledger, keys: Key[]) => {
  const taken = await ledger.areKeysTaken(keys)
  return new Map(keys.flatMap((key, n): [string, true][] => (taken[n] ? [[idOf(key), true]] : [])))
})

/** `leftMs` is how long the caller will still wait. */
export type MoneyCall = { endpoint: Endpoint; key: string; leftMs: () => number }

type MoneyVerb = (ctx: MoneyCtx, input: unknown) => Promise<unknown>
type PostingVerb = (ctx: PostingCtx, input: unknown) => Promise<unknown>

/**
 * The key of a verb that does nothing but post is not looked for first: the batch finds it anyway, and a repeat that does
 * not get as far as the batch is looked up afterwards.
 */
export type MoneyHandler = MoneyVerb | { onlyPosts: PostingVerb }

const run = (handler: MoneyHandler, ctx: MoneyCtx, input: unknown): Promise<unknown> =>
  typeof handler === 'function' ? handler(ctx, input) : handler.onlyPosts({ ...ctx, db: ctx.db.reading }, input)

/** From here on no error may claim that nothing happened. */
const unknownOutcome = (cause: unknown) => new OutcomeUnknown('a money call was left open', { cause })

/**
 * Runs a money verb under its key. A key that was used before answers with what is stored and starts nothing; refuses
 * with `idempotencyConflict` when the key stands for another request, or for one whose answer is forgotten. What no batch
 * has taken when the caller stops waiting is not done any more. Throws `OutcomeUnknown` when something may have been
 * posted but that is not certain, as when this server has it and no standby does yet.
 */
export const withMoney = async (
  { endpoint, key, leftMs }: MoneyCall,
  ctx: UserCtx,
  input: unknown,
  handler: MoneyHandler,
): Promise<unknown> => {
  const requestHash = hash('sha256', `${endpoint.method} ${endpoint.path}\n${canonicalJson(input)}`)
  const use = { ownerId: ctx.user.id, key, requestHash }
  const isTaken = async () => (await findTaken(ctx.ledger, use)) !== null
  const giveAgain = async (): Promise<unknown> => {
    const outcome = await ctx.ledger.findOutcome({ ...use, deadlineMs: leftMs() }).catch((error: unknown) => {
      throw unknownOutcome(error)
    })
    // It was there a moment ago, on a server that has been lost since.
    if (!outcome) throw unknownOutcome(null)
    return answerOf(outcome, ctx)
  }
  const isLookedForFirst = typeof handler === 'function'
  if (isLookedForFirst && (await isTaken())) return giveAgain()
  let decided: Outcome | null = null
  const post = async <Answer>(command: Parameters<MoneyCtx['money']['post']>[0]): Promise<Answer> => {
    decided = await ctx.ledger.post({ ...command, ...use, deadlineMs: leftMs() })
    return answerOf<Answer>(decided, ctx)
  }
  const isAccepted = () => decided?.accepted === true
  try {
    return await withPlace(ctx.user.id, key, () => run(handler, { ...ctx, money: { key, requestHash, post } }, input))
  } catch (error) {
    if (isAccepted() && !(error instanceof Refusal)) throw unknownOutcome(error)
    if (isLookedForFirst || decided !== null || error instanceof OutcomeUnknown) throw error
    // What was done once is answered so again, whatever would stand in its way by now.
    const taken = await isTaken().catch(() => null)
    if (taken) return giveAgain()
    throw taken === null && error instanceof Refusal ? unknownOutcome(error) : error
  }
}
