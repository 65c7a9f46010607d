import { type Input, type Output, uuidOf } from '@puente/contract'
import { lockAccount } from '#features/accounts/index.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { checkEntered, enteredDetails, requireKeeper } from './entered-details.ts'
import { auditRecipient, changeRecipient } from './keep-recipient.ts'
import { recipientOut } from './recipient-out.ts'
import { findByDestination, findRecipient } from './recipients-store.ts'

/**
 * Changes a bank account on the caller's list; withdrawals that were made keep what it was. Without an account number the one
 * that is stored stays. Refuses with `invalidTo` any id that is not on the list, and an account that is on it already.
 */
export const updateRecipient = async (
  ctx: UserCtx,
  { recipientId, accountNumber, ...entered }: Input<'updateRecipient'>,
): Promise<Output<'updateRecipient'>> => {
  requireKeeper(ctx.user)
  const { cityWarning } = await checkEntered(ctx, entered)
  const recipient = await transaction(ctx.db, 'update recipient', async (trx) => {
    const { id: ownerId } = ctx.user
    await lockAccount(trx, ctx.keys, ownerId)
    const before = await findRecipient(trx, ctx.keys, ownerId, uuidOf(recipientId, 'rcp') ?? '')
    if (!before) throw new Refusal('invalidTo', { field: 'recipientId' })
    const fresh = enteredDetails(entered, accountNumber ?? before.details.accountNumber)
    const isSameBank = fresh.routingNumber === before.details.routingNumber
    const details = { ...fresh, bankName: isSameBank ? before.details.bankName : fresh.bankName }
    const same = await findByDestination(trx, ctx.keys, ownerId, details)
    if (same && !same.isDeleted && same.recipientId !== before.recipientId)
      throw new Refusal('invalidTo', { field: 'accountNumber', reason: 'recipientKnown' })
    const kept = await changeRecipient(ctx, trx, before, { details, source: 'form' })
    await auditRecipient(ctx, trx, kept)
    return kept.recipient
  })
  return { ...recipientOut(recipient, ctx.clock.now()), ...(cityWarning && { cityWarning }) }
}
