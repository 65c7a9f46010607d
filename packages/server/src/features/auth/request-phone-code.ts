import type { Input } from '@puente/contract'
import { audit } from '#platform/audit.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { updateAccount, getAccount } from '#features/accounts/index.ts'
import { consumeMessages } from '#features/factors/index.ts'
import { sendPhoneCode } from './send-code.ts'

/**
 * Sends the code again, or to another number while none is verified. Refuses with `phone_already_verified` for the own
 * verified number, and with `stepUpRequired` for another one: a verified number is a factor, and changing it needs proof.
 */
export const requestPhoneCode = async (ctx: UserCtx, input: Input<'requestPhoneCode'>) => {
  const account = await getAccount(ctx.db, ctx.keys, ctx.user.id)
  const phone = input.phone ?? account.phone
  if (phone === null) throw new Refusal('invalidPhoneNumber', { field: 'phone' })
  if (account.phoneVerified) throw new Refusal(phone === account.phone ? 'phone_already_verified' : 'stepUpRequired')
  await consumeMessages(ctx, account.id, phone)
  return transaction(ctx.db, 'request phone code', async (trx) => {
    if (phone !== account.phone) await updateAccount(ctx, trx, account.id, { phone }, ['phone'])
    await audit(trx, {
      actor: { kind: 'user', id: account.id, sessionId: ctx.user.sessionId },
      action: 'phone-code.requested',
      result: 'done',
      network: ctx.network,
      requestId: ctx.requestId,
    })
    return sendPhoneCode(ctx, trx, account, phone)
  })
}
