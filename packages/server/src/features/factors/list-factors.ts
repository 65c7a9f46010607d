import type { UserCtx } from '#platform/http/ctx.ts'
import { findCredentials, getAccount } from '#features/accounts/index.ts'
import { enrolledOf } from './enrolled-factors.ts'
import { provesFrom } from './factors-of.ts'

/** What the account is protected with, for the screen that shows it. */
export const listFactors = async (ctx: UserCtx) => {
  const { id, phoneVerified, sessionId } = ctx.user
  const credentials = await findCredentials(ctx.db, id)
  const { passkeys, totpSince, recoveryCodesLeft } = await enrolledOf(ctx.db, id)
  const from = await provesFrom(ctx, await getAccount(ctx.db, ctx.keys, id), sessionId)
  return {
    passwordChangedAt: credentials?.passwordHash ? credentials.passwordChangedAt.toISOString() : null,
    passkeys,
    totpSince: totpSince?.toISOString() ?? null,
    recoveryCodesLeft,
    phone: phoneVerified,
    provesFrom: from?.toISOString() ?? null,
  }
}
