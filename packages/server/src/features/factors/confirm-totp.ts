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
import { enrolApp, findTotp, findTotpSince, lockPending, takeStep } from './totp-store.ts'

/** So long after it was enrolled, an app's code brings the answer to its enrolment again. */
const AGAIN_MS = 10 * 60_000

/**
 * The answer to an enrolment was lost, and with it the recovery codes and the new cookie: both are made again for a code of the app that
 * has just been enrolled, as long as it is the one that was used last or a later one, and no recovery code has been used or renewed.
 */
const answerAgain = async (ctx: UserCtx, trx: Trx, code: string, at: Date) => {
  const { id: ownerId, sessionId } = ctx.user
  const since = await findTotpSince(trx, ownerId)
  const app = await findTotp(trx, ctx.keys, ownerId)
  if (since === null || app === null || at.getTime() - since.getTime() >= AGAIN_MS) throw new Refusal('notFound')
  const step = stepOf(app.secret, code, at)
  if (step === null || step < app.lastStep) throw new Refusal('notFound')
  await takeStep(trx, ownerId, step)
  const recoveryCodes = (await areUntouched(trx, ownerId, since)) ? await makeRecoveryCodes(trx, ownerId, since) : []
  const cookie = newToken()
  await replaceCookie(trx, { ownerId, sessionId }, cookie, at)
  await audit(trx, {
    actor: { kind: 'user', id: ownerId, sessionId },
    action: 'totp.confirmed-again',
    result: 'done',
    network: ctx.network,
    requestId: ctx.requestId,
  })
  return { recoveryCodes, cookie }
}

/**
 * Enrols the app that has the secret of `startTotp`, in place of one that was enrolled before (money then goes out slowly for a while), and answers the recovery codes
 * unless the person has unused ones. The code that confirms is used; it, or a later one, brings an answer that was lost again. Refuses with `notFound` when no secret waits any
 * more, and with `invalidCode`. Guesses need no budget: whoever guesses has seen the secret.
 */
export const confirmTotp = async (ctx: UserCtx, { code }: Input<'confirmTotp'>) => {
  const { id: ownerId } = ctx.user
  const { recoveryCodes, cookie } = await transaction(ctx.db, 'confirm totp', async (trx) => {
    const at = ctx.clock.now()
    const secret = await lockPending(trx, ctx.keys, ownerId, at)
    if (secret === null) return answerAgain(ctx, trx, code, at)
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
