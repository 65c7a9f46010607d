import type { Input } from '@puente/contract'
import { audit } from '#platform/audit.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { passkeysOut } from './passkeys-out.ts'
import { updatePasskeyName } from './passkeys-store.ts'

/** Gives a passkey another name and answers all of them. A foreign one is as unknown as one that is none: `notFound`. */
export const renamePasskey = async (ctx: UserCtx, { id, name }: Input<'renamePasskey'>) => {
  const { id: ownerId, sessionId } = ctx.user
  await transaction(ctx.db, 'rename passkey', async (trx) => {
    if (!(await updatePasskeyName(trx, ownerId, id, name))) throw new Refusal('notFound')
    await audit(trx, {
      actor: { kind: 'user', id: ownerId, sessionId },
      action: 'passkey.renamed',
      result: 'done',
      network: ctx.network,
      requestId: ctx.requestId,
    })
    await ctx.live.publish(trx, { ownerId, event: 'me', data: { fields: ['factors'] } })
  })
  return passkeysOut(ctx.db, ownerId)
}
