import type { Input, Output } from '@puente/contract'
import { type Account, getAccount, updateAccount } from '#features/accounts/index.ts'
import { audit } from '#platform/audit.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { UserCtx } from '#platform/http/ctx.ts'

const preferencesOf = ({ hideBalance }: Account): Output<'preferences'> => ({ hideBalance })

/** How the person wants their screens, on whatever device. */
export const readPreferences = async (ctx: UserCtx): Promise<Output<'preferences'>> =>
  preferencesOf(await getAccount(ctx.db, ctx.keys, ctx.user.id))

/** Changes what is given and leaves the rest; the person's other screens follow. */
export const changePreferences = async (
  ctx: UserCtx,
  asked: Input<'changePreferences'>,
): Promise<Output<'changePreferences'>> => {
  const fields = Object.keys(asked)
  if (fields.length === 0) return readPreferences(ctx)
  return transaction(ctx.db, 'change preferences', async (trx) => {
    const account = await updateAccount(ctx, trx, ctx.user.id, asked, fields)
    await audit(trx, {
      actor: { kind: 'user', id: account.id, sessionId: ctx.user.sessionId },
      action: 'preferences.changed',
      result: 'done',
      network: ctx.network,
      requestId: ctx.requestId,
      details: { fields: fields.join(',') },
    })
    return preferencesOf(account)
  })
}
