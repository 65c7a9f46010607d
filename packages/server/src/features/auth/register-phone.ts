import { type Input, STORED_LANGUAGES } from '@puente/contract'
import { TERMS_VERSION } from '#features/content/index.ts'
import { audit } from '#platform/audit.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { lockAccount, raiseToVerified, recordTerms, updateAccount } from '#features/accounts/index.ts'
import { consumeMessages } from './consume-messages.ts'
import { sendPhoneCode } from './send-code.ts'

/**
 * Stores the number, records that the terms were accepted, and sends a code. Only someone who proves to hold the number
 * learns whether another account has it (`confirmPhone`): a list of numbers must not become a list of our customers.
 * Refuses with `phone_already_verified` once a number is verified.
 */
export const registerPhone = async (ctx: UserCtx, { phone }: Input<'registerPhone'>) => {
  if (ctx.user.phoneVerified) throw new Refusal('phone_already_verified')
  await consumeMessages(ctx, ctx.user.id, phone)
  return transaction(ctx.db, 'register phone', async (trx) => {
    const { id: ownerId, language } = ctx.user
    // The number may have been confirmed since: then only a change, with a proof, takes another one.
    if ((await lockAccount(trx, ctx.keys, ownerId)).phoneVerified) throw new Refusal('phone_already_verified')
    await updateAccount(ctx, trx, ownerId, { phone }, ['phone'])
    const account = await recordTerms(ctx, trx, { ownerId, lang: STORED_LANGUAGES[language], at: ctx.clock.now() })
    await audit(trx, {
      actor: { kind: 'user', id: account.id, sessionId: ctx.user.sessionId },
      action: 'phone.registered',
      result: 'done',
      network: ctx.network,
      requestId: ctx.requestId,
      details: { termsVersion: TERMS_VERSION },
    })
    const sent = await sendPhoneCode(ctx, trx, await raiseToVerified(ctx, trx, account), phone)
    return { ...sent, tCAccepted: true }
  })
}
