import type { UserCtx } from '#platform/http/ctx.ts'
import { getAccount } from '#features/accounts/index.ts'
import { rememberDevice } from '#features/sessions/index.ts'

/**
 * What the account of a social login came to be. This browser gets its device cookie here and not on its way back from the
 * issuer, where it would not have sent the one it has.
 */
export const setDefault = async (ctx: UserCtx) => {
  const account = await getAccount(ctx.db, ctx.keys, ctx.user.id)
  await rememberDevice(ctx, ctx.user.id)
  const { handle: publicTransactionId, phoneVerified, fullName, email, phone, address } = account
  return { publicTransactionId, phoneVerified, fullName, email, phone, address }
}
