import type { Input } from '@puente/contract'
import { transaction } from '#platform/db/transaction.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { auditPasskeyRenamed } from './factor-changed.ts'
import { passkeysOut } from './passkeys-out.ts'
import { updatePasskeyName } from './passkeys-store.ts'

/** Gives a passkey another name and answers all of them. A foreign one is as unknown as one that is none: `notFound`. */
export const renamePasskey = async (ctx: UserCtx, { id, name }: Input<'renamePasskey'>) => {
  const { id: ownerId } = ctx.user
  await transaction(ctx.db, 'rename passkey', async (trx) => {
    if (!(await updatePasskeyName(trx, ownerId, id, name))) throw new Refusal('notFound')
    await auditPasskeyRenamed(ctx, trx)
  })
  return passkeysOut(ctx.db, ownerId)
}
