import type { Input, Output } from '@puente/contract'
import { requireContacts, requireOpen, requireTerms, requireTier } from '#features/accounts/index.ts'
import { findRail, requireRail } from '#features/content/index.ts'
import { stepUpBy } from '#features/limits/index.ts'
import { newReference } from '#features/wallet/index.ts'
import type { PostingCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { newId } from '#platform/ids.ts'
import { auditOfUser, requireRecipient, requireSelf } from '#features/payments/index.ts'
import { IN_APP } from './in-app-rail.ts'
import { sendCommand } from './send-command.ts'

/** Sends from the own balance to another user, at once and free. What is paid for needs a note that says what it was. */
export const sendInApp = async (ctx: PostingCtx, input: Input<'sendInApp'>): Promise<Output<'sendInApp'>> => {
  const { note = '', purpose = 'personal', expectedTotalCharge } = input
  if (purpose === 'goods' && note === '') throw new Refusal('invalidNote', { field: 'note' })
  requireOpen(ctx.user)
  requireContacts(ctx.user)
  requireTerms(ctx.user)
  requireTier(ctx.user, 1)
  const [payee, payer, rail] = await Promise.all([
    requireRecipient(ctx, input.toUser),
    requireSelf(ctx),
    findRail(ctx, IN_APP.rail),
  ])
  requireRail(rail)

  const movementId = newId()
  return ctx.money.post(
    sendCommand({
      movementId,
      payer,
      payee,
      amountCents: BigInt(input.amount),
      expectedTotalCents: expectedTotalCharge === undefined ? undefined : BigInt(expectedTotalCharge),
      note,
      purpose,
      reference: newReference(),
      stepUp: { operation: 'sendInApp', by: stepUpBy(ctx) },
      trail: auditOfUser(ctx, { action: 'transfer.sent', movementId }),
    }),
  )
}
