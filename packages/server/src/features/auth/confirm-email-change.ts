import { audit } from '#platform/audit.ts'
import { isCode } from '#platform/crypto/tokens.ts'
import type { Trx } from '#platform/db/database.ts'
import type { PublicCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { newId } from '#platform/ids.ts'
import {
  type Account,
  claimOf,
  mailToOwner,
  raiseToVerified,
  releaseClaim,
  requireOpen,
  startCooling,
  takeClaim,
  updateAccount,
  findAnyCooling,
  sendChangeNotice,
} from '#features/accounts/index.ts'
import { recordSecurityEvent } from '#features/security-log/index.ts'
import { isTry, judgeCode, type Refused } from './code-rules.ts'
import { countTry, endCode, endCodes, lockNewestCode, type StoredCode, useCode } from './codes-store.ts'

/** The change that waits for the digits, if they can be for one: of an address that is not proved itself only a good one. */
const findChange = async (ctx: PublicCtx, trx: Trx, account: Account, at: Date): Promise<StoredCode | null> => {
  const code = await lockNewestCode(trx, ctx.keys, account.id, 'emailChange')
  if (!code || code.usedAt) return null
  const isGood = code.deadAt === null && at < code.expiresAt
  return account.emailVerified || isGood ? code : null
}

/** The new address takes the place of the old one, with everything that hangs on it. */
const take = async (ctx: PublicCtx, trx: Trx, account: Account, email: string): Promise<Account> => {
  const { id } = account
  const at = ctx.clock.now()
  await releaseClaim(trx, 'email', claimOf(ctx.keys, 'email', account.email), id)
  // Links that the old mailbox holds open nothing any more.
  await endCodes(trx, id, 'email', at)
  await endCodes(trx, id, 'passwordReset', at)
  const changed = await updateAccount(ctx, trx, id, { email, emailVerifiedAt: at }, ['email', 'emailVerified'])
  if (account.emailVerified) {
    await startCooling(trx, id, 'emailChanged', at)
    await sendChangeNotice(ctx, trx, account, 'emailChanged')
    const coolsUntil = (await findAnyCooling(trx, id, at))?.toISOString()
    await ctx.jobs.add(trx, mailToOwner(ctx, changed, { template: 'emailIsNew', ref: newId(), params: { coolsUntil } }))
  }
  await recordSecurityEvent(trx, ctx, id, account.emailVerified ? 'emailChanged' : 'emailConfirmed')
  return raiseToVerified(ctx, trx, changed)
}

/**
 * Confirms a change of the address with the digits that were mailed to the new one; null when no change waits for any. A wrong
 * try is counted, so it is answered as a value. Refuses with `emailUsed` when another account has taken the address since,
 * and with `accountRestricted` when the account was frozen meanwhile; both leave the code as it is.
 */
export const confirmEmailChange = async (
  ctx: PublicCtx,
  trx: Trx,
  account: Account,
  digits: string,
): Promise<Account | Refused | null> => {
  const at = ctx.clock.now()
  const code = await findChange(ctx, trx, account, at)
  if (!code) return null
  const of = { codeId: code.codeId, purpose: 'emailChange' }
  const matches = code.codeHash !== null && isCode(ctx.keys, of, digits, code.codeHash)
  const verdict = judgeCode(code, matches, at)
  const actor = { kind: 'user', id: account.id, sessionId: ctx.user?.sessionId ?? null } as const
  const entry = { actor, network: ctx.network, requestId: ctx.requestId, action: 'email.changed' } as const
  if (verdict !== 'right') {
    if (isTry(verdict)) await countTry(trx, code, at)
    if (verdict === 'expired') await endCode(trx, code, at)
    await audit(trx, { ...entry, result: 'refused', details: { verdict } })
    return verdict
  }
  requireOpen(account)
  const claim = claimOf(ctx.keys, 'email', code.address)
  if (!(await takeClaim(trx, 'email', claim, account.id))) throw new Refusal('emailUsed')
  await useCode(trx, code, at)
  await audit(trx, { ...entry, result: 'done' })
  return take(ctx, trx, account, code.address)
}
