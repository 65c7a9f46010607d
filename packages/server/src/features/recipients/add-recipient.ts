import type { Input, Output } from '@puente/contract'
import { transaction } from '#platform/db/transaction.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { checkEntered, enteredDetails, requireKeeper } from './entered-details.ts'
import { auditRecipient, keepRecipient } from './keep-recipient.ts'
import { recipientOut } from './recipient-out.ts'

/** Adds a bank account to withdraw to. Refuses as `checkEntered` does, and with `invalidRequest` when the list is full. */
export const addRecipient = async (
  ctx: UserCtx,
  { accountNumber, ...entered }: Input<'addRecipient'>,
): Promise<Output<'addRecipient'>> => {
  requireKeeper(ctx.user)
  const { cityWarning } = await checkEntered(ctx, entered)
  const details = enteredDetails(entered, accountNumber)
  const recipient = await transaction(ctx.db, 'add recipient', async (trx) => {
    const kept = await keepRecipient(ctx, trx, { details, source: 'form' })
    await auditRecipient(ctx, trx, kept)
    return kept.recipient
  })
  return { ...recipientOut(recipient, ctx.clock.now()), ...(cityWarning && { cityWarning }) }
}
