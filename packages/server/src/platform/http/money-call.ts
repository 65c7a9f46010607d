/**
 * What makes a money call safe to repeat: the key names the operation for ever, the hash tells whether a repeat asks
 * for the same thing, and the answer that was stored with the money is given again.
 */
import { hash } from 'node:crypto'
import type { Endpoint, ErrorCode } from '@puente/contract'
import type { Ledger, Outcome } from '@puente/ledger'
import { gathered } from '../db/gathered.ts'
import type { MoneyCtx, UserCtx } from './ctx.ts'
import { Refusal } from './refusal.ts'
import { canonicalJson, isIdempotencyKey } from './requests.ts'

/** What the ledger refuses by itself, in the words of the catalogue. */
const LEDGER_CODES: Record<string, ErrorCode> = {
  insufficientFunds: 'senderUnsufficientFunds',
  idempotencyConflict: 'idempotencyConflict',
  accountClosed: 'accountRestricted',
  moneyFrozen: 'accountRestricted',
}

/** A refusal that was decided in the batch, as the verb's refusal. */
const refusalOfOutcome = ({ refusal }: Extract<Outcome, { accepted: false }>): Refusal => {
  const code = LEDGER_CODES[refusal.code] ?? (refusal.code as ErrorCode)
  const reason = refusal.code === 'moneyFrozen' ? { reason: 'moneyFrozen' } : {}
  return new Refusal(code, { ...refusal.details, ...reason })
}

const answerOf = <Answer>(outcome: Outcome, ctx: UserCtx): Answer => {
  if (outcome.replayed) ctx.reply.header('idempotent-replayed', 'true')
  if (!outcome.accepted) throw refusalOfOutcome(outcome)
  return outcome.answer as Answer
}

/** How many different money operations of one user this process works on at a time. */
const IN_FLIGHT_LIMIT = 4
/** By user, how many calls are at work on each key. */
const inFlight = new Map<string, Map<string, number>>()

/** Repeats of an operation that is under way share its place: the ledger gives them all the one answer. */
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

type KeyUse = { ownerId: string; key: string; requestHash: string }

const idOf = ({ ownerId, key, requestHash }: KeyUse): string => `${ownerId}/${requestHash}/${key}`

/** What is stored under a key. */
const findStored = gathered(idOf, async (ledger: Ledger, uses: KeyUse[]) => {
  const outcomes = await ledger.findOutcomes(uses)
  return new Map(
    uses.flatMap((use, n): [string, Outcome | 'conflict'][] => (outcomes[n] ? [[idOf(use), outcomes[n]]] : [])),
  )
})

const onlyPosting = new WeakSet<object>()

/**
 * Says of a money verb that before it posts it only reads. Then the stored answer of its key need not be looked for first:
 * the batch finds it anyway, and a repeat that does not get as far as the batch is looked up afterwards.
 */
export const onlyPosts = <Verb extends object>(verb: Verb): Verb => {
  onlyPosting.add(verb)
  return verb
}

/** `leftMs` is how long the caller will still wait. */
export type MoneyCall = { endpoint: Endpoint; key: string; leftMs: () => number }

type MoneyVerb = (ctx: MoneyCtx, input: unknown) => Promise<unknown>

/**
 * Runs a money verb under its key. A key that was used before answers with what is stored and starts nothing; refuses
 * with `idempotencyConflict` when the key stands for another request. What no batch has taken when the caller stops
 * waiting is not done any more.
 */
export const withMoney = async (
  { endpoint, key, leftMs }: MoneyCall,
  ctx: UserCtx,
  input: unknown,
  verb: MoneyVerb,
): Promise<unknown> => {
  const requestHash = hash('sha256', `${endpoint.method} ${endpoint.path}\n${canonicalJson(input)}`)
  const stored = () => findStored(ctx.ledger, { ownerId: ctx.user.id, key, requestHash })
  const give = (found: Outcome | 'conflict'): unknown => {
    if (found === 'conflict') throw new Refusal('idempotencyConflict')
    return answerOf(found, ctx)
  }
  const isLookedForFirst = !onlyPosting.has(verb)
  if (isLookedForFirst) {
    const found = await stored()
    if (found) return give(found)
  }
  let isDecided = false
  const post = async <Answer>(command: Parameters<MoneyCtx['money']['post']>[0]): Promise<Answer> => {
    const outcome = await ctx.ledger.post({ ...command, ownerId: ctx.user.id, key, requestHash, deadlineMs: leftMs() })
    isDecided = true
    return answerOf<Answer>(outcome, ctx)
  }
  try {
    return await withPlace(ctx.user.id, key, () => verb({ ...ctx, money: { key, requestHash, post } }, input))
  } catch (error) {
    // What was done once is answered so again, whatever would stand in its way by now.
    const found = isLookedForFirst || isDecided ? null : await stored().catch(() => null)
    if (!found) throw error
    return give(found)
  }
}
