import type { Input } from '@puente/contract'
import { audit } from '#platform/audit.ts'
import { newToken } from '#platform/crypto/tokens.ts'
import type { Trx } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { startCooling } from '#features/accounts/index.ts'
import { giveCookie, replaceCookie } from '#features/sessions/index.ts'
import { auditFactorChange } from './factor-changed.ts'
import { makeRecoveryCodes } from './recovery-codes.ts'
import { areUntouched, countRecoveryCodes } from './recovery-codes-store.ts'
import { stepOf } from './totp.ts'
import { enrolApp, findTotp, findTotpSince, lockPending } from './totp-store.ts'

/**
 * The answer to an enrolment was lost, and with it the new cookie and the recovery codes: the session that enrolled the app gets another cookie
 * for the very code that it did it with, as long as the app shows it, and other codes unless one has been used or they were renewed. The owner
 * hears of those: someone else may hold the session.
 */
const answerAgain = async (ctx: UserCtx, trx: Trx, code: string, at: Date) => {
  const { id: ownerId, sessionId } = ctx.user
  const since = await findTotpSince(trx, ownerId)
  const app = await findTotp(trx, ctx.keys, ownerId)
  if (since === null || app?.enrolledSession !== sessionId || stepOf(app.secret, code, at) !== app.lastStep)
    throw new Refusal('notFound')
  if (await areUntouched(trx, ownerId, since))
    return {
      recoveryCodes: await makeRecoveryCodes(trx, ownerId, since),
      cookie: await auditFactorChange(ctx, trx, 'recoveryCodesRenewed'),
    }
  const cookie = newToken()
  await replaceCookie(trx, { ownerId, sessionId }, cookie, at)
  await audit(trx, {
    actor: { kind: 'user', id: ownerId, sessionId },
    action: 'totp.confirmed-again',
    result: 'done',
    network: ctx.network,
    requestId: ctx.requestId,
  })
  return { recoveryCodes: [], cookie }
}

/**
 * Enrols the app that has the secret of `startTotp`, in place of one that was enrolled before (money then goes out slowly for a while), and answers the recovery codes
 * unless the person has unused ones. The code that confirms is used; while it is shown, it brings an answer that was lost again in the same session. Refuses with `notFound` when no secret waits any
 * more, and with `invalidCode`. Guesses need no budget: only who has seen the secret can confirm it, and who has need not guess.
 */
export const confirmTotp = async (ctx: UserCtx, { code }: Input<'confirmTotp'>) => {
  const { id: ownerId, sessionId } = ctx.user
  const { recoveryCodes, cookie } = await transaction(ctx.db, 'confirm totp', async (trx) => {
    const at = ctx.clock.now()
    const secret = await lockPending(trx, ctx.keys, ownerId, at)
    if (secret === null) return answerAgain(ctx, trx, code, at)
    const step = stepOf(secret, code, at)
    if (step === null) throw new Refusal('invalidCode', { reason: 'app' })
    const isReplaced = (await findTotpSince(trx, ownerId)) !== null
    await enrolApp(trx, ctx.keys, { ownerId, sessionId, secret, step, at })
    // The app that was there proves nothing any more: to the person who holds it that is a removal.
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
