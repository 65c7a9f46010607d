/**
 * Closing one's account, for good. It must be empty, with nothing on its way in or out and no debt, and not cool, which the batch decides under the lock of
 * the wallet. The rest follows at once, and again by a job if this process ends in between: sessions, codes and mailed links end, address, number
 * and the identities of other services are free, and nobody finds the person any more. Username and records stay: docs/retention.md.
 */
import type { Output } from '@puente/contract'
import { forParticipant } from '@puente/ledger'
import { requireOpen } from '#features/accounts/index.ts'
import { partiesParticipant } from '#features/limits/index.ts'
import { systemKey } from '#features/payments/index.ts'
import { auditParticipant } from '#features/wallet/index.ts'
import { forEvents } from '#platform/events.ts'
import { refusalOfBatch } from '#platform/http/batch-refusal.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { newId } from '#platform/ids.ts'
import { finishClosing } from './finish-closing.ts'

export const closeAccount = async (ctx: UserCtx): Promise<Output<'closeAccount'>> => {
  requireOpen(ctx.user)
  const ownerId = ctx.user.id
  const outcome = await ctx.ledger.post({
    ownerId,
    key: systemKey('account-close', ownerId),
    requestHash: ownerId,
    kind: 'account.closed',
    transferId: newId(),
    participants: {
      ...forParticipant(partiesParticipant, {
        closes: { ownerId, credited: ctx.ledger.house('receivable:disputes', ownerId) },
      }),
      ...forEvents(() => [{ event: 'account.closed', data: { ownerId } }]),
      ...forParticipant(auditParticipant, {
        actor: { kind: 'user', id: ownerId, sessionId: ctx.user.sessionId },
        action: 'account.closed',
        object: { type: 'account', id: ownerId },
        result: 'done',
        network: ctx.network,
        requestId: ctx.requestId,
      }),
    },
  })
  if (!outcome.accepted) throw refusalOfBatch(outcome)
  await finishClosing(ctx, ownerId)
  return { status: 'closed' }
}
