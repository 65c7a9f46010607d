import type { UserCtx } from '#platform/http/ctx.ts'
import { maskPhone } from '#features/accounts/index.ts'
import { RESEND_AFTER_MS } from './code-rules.ts'
import { findOpenCode } from './codes-store.ts'

/**
 * Changes of the caller's email and phone that wait for their code, so that a screen can go on where another one began. The new
 * address is whole, as that of the account is in `me`: its owner sees a mistyped one, or one that a stranger asked for.
 */
export const contactChanges = async (ctx: UserCtx) => {
  const of = { ownerId: ctx.user.id, at: ctx.clock.now() }
  const [email, phone] = await Promise.all([
    findOpenCode(ctx.db, ctx.keys, { ...of, purpose: 'emailChange' }),
    findOpenCode(ctx.db, ctx.keys, { ...of, purpose: 'phoneChange' }),
  ])
  return {
    email: email ? { email: email.address, expiresAt: email.expiresAt.toISOString() } : null,
    phone: phone
      ? {
          phone: maskPhone(phone.address),
          expiresAt: phone.expiresAt.toISOString(),
          resendAt: new Date(phone.createdAt.getTime() + RESEND_AFTER_MS).toISOString(),
        }
      : null,
  }
}
