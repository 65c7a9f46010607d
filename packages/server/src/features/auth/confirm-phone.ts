import type { Input } from '@puente/contract'
import { audit } from '#platform/audit.ts'
import { isCode } from '#platform/crypto/tokens.ts'
import type { Trx } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import {
  raiseToVerified,
  updateAccount,
  type Account,
  lockAccount,
  claimOf,
  takeClaim,
} from '#features/accounts/index.ts'
import { type CodeVerdict, judgeCode, PHONE_REFUSALS } from './code-rules.ts'
import { countTry, endCode, lockNewestCode, useCode } from './codes-store.ts'

type Outcome = Account | Exclude<CodeVerdict, 'right'>

const confirm = async (ctx: UserCtx, trx: Trx, digits: string): Promise<Outcome> => {
  const at = ctx.clock.now()
  const { id: ownerId, sessionId } = ctx.user
  // The account first, as the calls that send codes take it: tries wait for one another here, and none deadlock.
  const account = await lockAccount(trx, ctx.keys, ownerId)
  const code = await lockNewestCode(trx, ctx.keys, ownerId, 'phone')
  const matches = code?.codeHash
    ? isCode(ctx.keys, { codeId: code.codeId, purpose: 'phone' }, digits, code.codeHash)
    : false
  const verdict = judgeCode(code?.address === account.phone ? code : undefined, matches, at)
  const entry = {
    actor: { kind: 'user', id: ownerId, sessionId } as const,
    network: ctx.network,
    requestId: ctx.requestId,
  }
  if (!code || verdict !== 'right') {
    if (code && verdict === 'wrong') await countTry(trx, code, at)
    if (code && verdict === 'expired') await endCode(trx, code, at)
    await audit(trx, { ...entry, action: 'phone.confirmed', result: 'refused', details: { verdict } })
    return verdict === 'right' ? 'none' : verdict
  }
  if (!(await takeClaim(trx, 'phone', claimOf(ctx.keys, 'phone', code.address), ownerId)))
    throw new Refusal('phoneUsed')
  await useCode(trx, code, at)
  const verified = await updateAccount(ctx, trx, ownerId, { phoneVerifiedAt: at }, ['phone', 'phoneVerified'])
  await audit(trx, { ...entry, action: 'phone.confirmed', result: 'done' })
  return raiseToVerified(ctx, trx, verified)
}

/**
 * Confirms the phone with the code of the SMS and claims the number for this account. Refuses with `invalidCode`,
 * `usedCode`, `phoneConfirmationCode` (no code is open) and `phoneUsed`. Five tries per code, also in parallel.
 */
export const confirmPhone = async (ctx: UserCtx, { code }: Input<'confirmPhone'>) => {
  // A wrong try must be kept, so the outcome is a value and is refused only after the commit.
  const outcome = await transaction(ctx.db, 'confirm phone', (trx) => confirm(ctx, trx, code))
  if (typeof outcome === 'string') throw new Refusal(PHONE_REFUSALS[outcome])
  return { phoneVerified: outcome.phoneVerified, phone: outcome.phone ?? '', tier: outcome.tier }
}
