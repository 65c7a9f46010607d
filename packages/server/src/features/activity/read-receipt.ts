import { type Input, type Output, uuidOf } from '@puente/contract'
import { findLanguageOf, findPersonById } from '#features/accounts/index.ts'
import { findBlockedBy, isBlockedBetween } from '#features/contacts/index.ts'
import { issuePaper } from '#features/papers/index.ts'
import { findMovement, listReturns, type Movement, requireMovementId } from '#features/wallet/index.ts'
import type { Db } from '#platform/db/database.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { receiptContent, receiptKind, receiptTotals } from './receipt-content.ts'

/** What this one gives back, or what gave this one back. */
const relatedOf = async (db: Db, movement: Movement): Promise<Movement[]> => {
  const { ownerId, linkedId, details } = movement
  const { returnedAs, returnStep } = details
  const movementId = linkedId ?? (typeof returnedAs === 'string' ? uuidOf(returnedAs, 'txn') : null)
  if (movementId !== null) return [await findMovement(db, { ownerId, movementId })].flatMap((one) => one ?? [])
  return returnStep === undefined ? [] : listReturns(db, movement)
}

/**
 * The receipt of a transaction of the caller; another person's is as unknown as one that does not exist. Unless asked otherwise it stands
 * in the other party's language too, while neither has blocked the other.
 */
export const readReceipt = async (
  ctx: UserCtx,
  { transactionId, ...asked }: Input<'receipt'>,
): Promise<Output<'receipt'>> => {
  const movementId = requireMovementId(transactionId)
  const movement = await findMovement(ctx.db, { ownerId: ctx.user.id, movementId })
  if (!movement) throw new Refusal('invalidTransactionId')
  const otherId = movement.counterpart?.ownerId ?? null
  const [own, other, blocked, related] = await Promise.all([
    findPersonById(ctx.db, ctx.user.id),
    otherId === null ? null : findPersonById(ctx.db, otherId),
    findBlockedBy(ctx.db, ctx.user.id),
    relatedOf(ctx.db, movement),
  ])
  const isHidden = otherId !== null && (other === null || blocked.has(otherId))
  const isApart = otherId === null || isHidden || (await isBlockedBetween(ctx.db, ctx.user.id, otherId))
  const otherLang = asked.otherLang ?? (isApart ? undefined : await findLanguageOf(ctx.db, otherId))
  return issuePaper(
    ctx,
    { ...asked, ...(otherLang && { otherLang }) },
    {
      ownerId: ctx.user.id,
      kind: receiptKind(movement),
      totals: receiptTotals(movement),
      contentOf: receiptContent({ movement, ownName: own?.fullName ?? ctx.user.fullName, isHidden, related }),
    },
  )
}
