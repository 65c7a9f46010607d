import { type Input, type Output, uuidOf } from '@puente/contract'
import { audit } from '#platform/audit.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { countUnread, markRead } from './notices-store.ts'

/** Marks the caller's notifications as read; ids that name none of them change nothing. The caller's other screens follow. */
export const readNotifications = async (
  ctx: UserCtx,
  { ids, all }: Input<'readNotifications'>,
): Promise<Output<'readNotifications'>> => {
  if ((ids === undefined) === (all === undefined)) throw new Refusal('invalidRequest', { field: 'ids' })
  const { id: ownerId } = ctx.user
  const bare = ids?.map((id) => uuidOf(id, 'ntf') ?? '') ?? null
  await transaction(ctx.db, 'read notifications', async (trx) => {
    if (!(await markRead(trx, ownerId, bare, ctx.clock.now()))) return
    await ctx.live.publish(trx, { ownerId, event: 'notification', data: {} })
    // Whoever has taken an account over might hide its warnings by reading them.
    await audit(trx, {
      actor: { kind: 'user', id: ownerId, sessionId: ctx.user.sessionId },
      action: 'notifications.read',
      result: 'done',
      network: ctx.network,
      requestId: ctx.requestId,
    })
  })
  return { unread: await countUnread(ctx.db, ownerId) }
}
