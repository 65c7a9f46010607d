import { audit } from '#platform/audit.ts'
import type { Trx } from '#platform/db/database.ts'
import type { UserCtx } from '#platform/http/ctx.ts'

/** What follows from every change of a catalogue: a line of the audit trail, and news for the owner's other screens. */
export const auditChange = async (
  ctx: UserCtx,
  trx: Trx,
  action: 'product.added' | 'product.changed' | 'product.deleted',
  productIds: readonly string[],
): Promise<void> => {
  const { id: ownerId, sessionId } = ctx.user
  for (const id of productIds)
    // oxlint-disable-next-line no-await-in-loop -- a transaction does one thing at a time
    await audit(trx, {
      actor: { kind: 'user', id: ownerId, sessionId },
      action,
      object: { type: 'product', id },
      result: 'done',
      network: ctx.network,
      requestId: ctx.requestId,
    })
  await ctx.live.publish(trx, { ownerId, event: 'me', data: { fields: ['products'] } })
}
