import type { Input } from '@puente/contract'
import { transaction } from '#platform/db/transaction.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { startCooling } from '#features/accounts/index.ts'
import { giveCookie } from '#features/sessions/index.ts'
import { auditFactorChange } from './factor-changed.ts'
import { makeRecoveryCodes } from './recovery-codes.ts'
import { countRecoveryCodes } from './recovery-codes-store.ts'
import { stepOf } from './totp.ts'
import { enrolApp, findTotpSince, lockPending } from './totp-store.ts'

/**
 * Enrols the app that has the secret of `startTotp`, in place of one that was enrolled before (money then goes out slowly for a while), and answers the recovery codes
 * unless the person has unused ones. The code that confirms is used. Refuses with `notFound` when no secret waits any
 * more, and with `invalidCode`. Guesses need no budget: whoever guesses has seen the secret.
 */
export const confirmTotp = async (ctx: UserCtx, { code }: Input<'confirmTotp'>) => {
  const { id: ownerId } = ctx.user
  const { recoveryCodes, cookie } = await transaction(ctx.db, 'confirm totp', async (trx) => {
    const at = ctx.clock.now()
    const secret = await lockPending(trx, ctx.keys, ownerId, at)
    if (secret === null) throw new Refusal('notFound')
    const step = stepOf(secret, code, at)
    if (step === null) throw new Refusal('invalidCode', { reason: 'app' })
    const isReplaced = (await findTotpSince(trx, ownerId)) !== null
    await enrolApp(trx, ctx.keys, { ownerId, secret, step, at })
    // The app that was there proves nothing any more: to whoever holds it that is a removal.
    if (isReplaced) await startCooling(trx, ownerId, 'factorRemoved', at)
    const left = (await countRecoveryCodes(trx, ownerId)) ?? 0
    return {
      recoveryCodes: left > 0 ? [] : await makeRecoveryCodes(trx, ownerId, at),
      cookie: await auditFactorChange(ctx, trx, isReplaced ? 'totpReplaced' : 'totpAdded'),
    }
  })
  giveCookie(ctx.reply, cookie)
  return { recoveryCodes }
}
