/**
 * What goes without a proof, as rows beside those of limits and of a cooling, while the caller's phone is too new to give one: so that
 * no screen promises an amount that is refused in the end.
 */
import type { FeeOperation, Input } from '@puente/contract'
import { uuidOf } from '@puente/contract'
import { findPersonByHandle, getAccount } from '#features/accounts/index.ts'
import { proofWaits, type Waiting } from '#features/factors/index.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { type LimitRule, OPERATION_GROUPS, type Usage } from './limit-state-rules.ts'
import { mostUnproved } from './step-up-rules.ts'
import { readStepUpAmounts, readStepUps } from './step-up-store.ts'

type Standing = { at: Date; usage: Usage }
/** `payeeId` is a bare uuid; null for the most that anybody could be paid. */
type Asked = { operation: FeeOperation; payeeId: string | null }

const rowFor = async (
  ctx: UserCtx,
  { at, usage }: Standing,
  { operation, payeeId }: Asked,
  { reason, until }: Waiting,
): Promise<LimitRule[]> => {
  const { id: ownerId, sessionId, tier } = ctx.user
  const amounts = await readStepUpAmounts(ctx.db, operation, at)
  // Of the least amount at which it decides, whether the payee was paid before is known.
  const question = { ownerId, sessionId, payeeId: payeeId ?? ownerId, amountCents: amounts.newPayee ?? 0n, operation }
  const [found] = await readStepUps(ctx.db.pool, [{ ...question, tokenHash: null, provedAt: null }], at)
  const limitCents = mostUnproved(amounts, {
    isPaidBefore: payeeId === null || found?.isPaidBefore === true,
    sinceProofCents: found?.sinceProofCents ?? usage.get('inApp')?.['24h']?.cents ?? 0n,
  })
  if (limitCents === null) return []
  const special = { kind: 'proof', cause: reason, usualCents: null, until } as const
  const [group] = OPERATION_GROUPS[operation].send
  return [{ row: 'proof', tier, operation: group, window: 'transaction', limitCents, special }]
}

const waitsOf = async (ctx: UserCtx): Promise<Waiting | null> =>
  ctx.config.secondFactor === 'off'
    ? null
    : proofWaits(ctx, await getAccount(ctx.db, ctx.keys, ctx.user.id), ctx.user.sessionId)

/** An unknown payee is read as the caller, whom they never pay. */
const idOf = async (ctx: UserCtx, toUser: string): Promise<string> =>
  uuidOf(toUser, 'usr') ?? (await findPersonByHandle(ctx.db, toUser))?.id ?? ctx.user.id

/** Those of an operation for one payee; none while the caller can prove, and where no proof is asked. */
export const unprovedRows = async (
  ctx: UserCtx,
  standing: Standing,
  operation: FeeOperation,
  { toUser, savedCard, deposit }: Pick<Input<'feeAmount'>, 'toUser' | 'savedCard' | 'deposit'>,
): Promise<LimitRule[]> => {
  if (deposit || (operation === 'stripe' && !savedCard)) return []
  const waits = await waitsOf(ctx)
  if (!waits) return []
  return rowFor(ctx, standing, { operation, payeeId: toUser === undefined ? null : await idOf(ctx, toUser) }, waits)
}

/** Those of all that the caller may do from the balance. */
export const unprovedRowsOfAll = async (ctx: UserCtx, standing: Standing): Promise<LimitRule[]> => {
  const waits = await waitsOf(ctx)
  if (!waits || ctx.user.tier < 1) return []
  const rows = await Promise.all(
    (['in-app', 'bank'] as const).map((operation) => rowFor(ctx, standing, { operation, payeeId: null }, waits)),
  )
  return rows.flat()
}
