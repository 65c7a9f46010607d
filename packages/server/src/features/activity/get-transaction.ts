import { type Input, type Output, type Transaction, transactionId } from '@puente/contract'
import type { Db } from '#platform/db/database.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { leftDebt } from '#features/limits/index.ts'
import { findNextLook, findSendSession } from '#features/payments/index.ts'
import { findMovement, listReturns, type Movement, requireMovementId } from '#features/wallet/index.ts'
import { findNoLongerDue } from './find-no-longer-due.ts'
import { transactionRowOf } from './transaction-row-of.ts'

/** The attempt that its owner went on with, of one that came to nothing. */
const laterAttempt = async (
  db: Db,
  { ownerId, movementId, state, sendSessionId }: Movement,
): Promise<Pick<Transaction, 'laterAttempt'>> => {
  if (state !== 'CANCELLED' || sendSessionId === null) return {}
  const session = await findSendSession(db, ownerId, sendSessionId)
  if (!session || session.movementId === movementId) return {}
  const last = await findMovement(db, { ownerId, movementId: session.movementId })
  return last ? { laterAttempt: { id: transactionId(last.movementId), state: last.state } } : {}
}

/** Where the money of a payment from outside went, once some of it goes or went back. */
const returnsOf = async (db: Db, { details, ...movement }: Movement): Promise<Pick<Transaction, 'returns'>> => {
  const isReturn = movement.type === 'refund' || movement.type === 'reversal'
  if (details['returnStep'] === undefined || isReturn) return {}
  const returns = await listReturns(db, movement)
  return { returns: returns.map((one) => transactionId(one.movementId)) }
}

/** One transaction of the caller. Another person's is as unknown as one that does not exist. */
export const getTransaction = async (
  ctx: UserCtx,
  { transactionId: id }: Input<'getTransaction'>,
): Promise<Output<'getTransaction'>> => {
  const movementId = requireMovementId(id)
  const movement = await findMovement(ctx.db, { ownerId: ctx.user.id, movementId })
  if (!movement) throw new Refusal('invalidTransactionId')
  const [shown, isOwed, later, returns, ended] = await Promise.all([
    transactionRowOf(ctx.db, ctx.user, movement),
    leftDebt(ctx.db.pool, ctx.user.id, movementId),
    laterAttempt(ctx.db, movement),
    returnsOf(ctx.db, movement),
    findNoLongerDue(ctx.db, [movement], ctx.clock.now()),
  ])
  const noLongerDue = ended.get(movementId)
  const row = {
    ...shown,
    ...later,
    ...returns,
    ...(isOwed && { leftDebt: true }),
    ...(noLongerDue && { noLongerDue }),
  }
  if (row.holdReason !== 'providerUnknown') return row
  const looksAt = await findNextLook(ctx.db, movementId)
  return { ...row, ...(looksAt && { looksAgainAt: looksAt.toISOString() }) }
}
