import type { Input } from '@puente/contract'
import { recordSecurityEvent } from '#features/security-log/index.ts'
import { audit } from '#platform/audit.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { type Account, getAccount, lockAccount, requireOpen, updateAccount } from '#features/accounts/index.ts'
import { consumeMessages } from './consume-messages.ts'
import { findOpenCode } from './codes-store.ts'
import { sendPhoneCode } from './send-code.ts'

/**
 * A verified number is a factor: a code goes to another one only with a proof, which sending it again to the same number
 * does not need again. The old number stays in force until the code is confirmed.
 */
const requestChange = async (ctx: UserCtx, account: Account, asked: string | undefined) => {
  const waiting = await findOpenCode(ctx.db, ctx.keys, {
    ownerId: account.id,
    purpose: 'phoneChange',
    at: ctx.clock.now(),
  })
  const phone = asked ?? waiting?.address ?? account.phone
  if (phone === null || phone === account.phone) throw new Refusal('phone_already_verified')
  requireOpen(ctx.user)
  if (phone !== waiting?.address) await ctx.requireStepUp()
  await consumeMessages(ctx, account.id, phone)
  return transaction(ctx.db, 'request phone change', async (trx) => {
    const locked = await lockAccount(trx, ctx.keys, account.id)
    requireOpen(locked)
    if (locked.phone === phone) throw new Refusal('phone_already_verified')
    const sent = await sendPhoneCode(ctx, trx, locked, phone, 'phoneChange')
    await recordSecurityEvent(trx, ctx, account.id, 'phoneChangeRequested')
    await audit(trx, {
      actor: { kind: 'user', id: account.id, sessionId: ctx.user.sessionId },
      action: 'phone-change.requested',
      result: 'done',
      network: ctx.network,
      requestId: ctx.requestId,
    })
    return sent
  })
}

/**
 * Sends the code again, or to another number. Refuses with `phone_already_verified` for the own verified number, with
 * `stepUpRequired` for another one without a proof, and with `accountRestricted` while the account is frozen.
 */
export const requestPhoneCode = async (ctx: UserCtx, input: Input<'requestPhoneCode'>) => {
  const account = await getAccount(ctx.db, ctx.keys, ctx.user.id)
  if (account.phoneVerified) return requestChange(ctx, account, input.phone)
  const phone = input.phone ?? account.phone
  if (phone === null) throw new Refusal('invalidPhoneNumber', { field: 'phone' })
  await consumeMessages(ctx, account.id, phone)
  return transaction(ctx.db, 'request phone code', async (trx) => {
    // The number may have been confirmed since: then only a change, with a proof, takes another one.
    const locked = await lockAccount(trx, ctx.keys, account.id)
    if (locked.phoneVerified) throw new Refusal('phone_already_verified')
    // The newest call has its way: the code that it sends is the only one that works, and works for its number alone.
    const isSame = phone === locked.phone
    const stands = isSame ? locked : await updateAccount(ctx, trx, account.id, { phone }, ['phone'])
    await audit(trx, {
      actor: { kind: 'user', id: account.id, sessionId: ctx.user.sessionId },
      action: 'phone-code.requested',
      result: 'done',
      network: ctx.network,
      requestId: ctx.requestId,
    })
    return sendPhoneCode(ctx, trx, stands, phone)
  })
}
