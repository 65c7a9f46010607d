import { claimOf, findCredentials } from '#features/accounts/index.ts'
import { checkPassword } from './check-password.ts'
import type { Prove } from './prove.ts'

/** The password, within the budgets of sign-in. */
export const proveByPassword: Prove<string> = async (ctx, { account }, password) => {
  const found = await findCredentials(ctx.db, account.id)
  const { passes } = await checkPassword(ctx, { found, claim: claimOf(ctx.keys, 'email', account.email), password })
  return passes ? { passes } : { passes, code: 'invalidSignIn', reason: 'password' }
}
