import { type Input, type Output, recipientId as prefixed, uuidOf } from '@puente/contract'
import { audit } from '#platform/audit.ts'
import { databaseNow } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { deleteRecipientRow } from './recipients-store.ts'

/** Takes a bank account off the caller's list; what was withdrawn to it stays as it is. Refuses with `invalidTo` any other id. */
export const deleteRecipient = (
  ctx: UserCtx,
  { recipientId }: Input<'deleteRecipient'>,
): Promise<Output<'deleteRecipient'>> =>
  transaction(ctx.db, 'delete recipient', async (trx) => {
    const { id: ownerId, sessionId } = ctx.user
    const id = uuidOf(recipientId, 'rcp') ?? ''
    if (!(await deleteRecipientRow(trx, ownerId, id, await databaseNow(trx, ctx.clock)))) throw new Refusal('invalidTo')
    await audit(trx, {
      actor: { kind: 'user', id: ownerId, sessionId },
      action: 'recipient.deleted',
      object: { type: 'recipient', id },
      result: 'done',
      network: ctx.network,
      requestId: ctx.requestId,
    })
    await ctx.live.publish(trx, { ownerId, event: 'me', data: { fields: ['recipients'] } })
    return { recipientId: prefixed(id) }
  })
