import { type Input, languageOf, STORED_LANGUAGES } from '@puente/contract'
import { audit } from '#platform/audit.ts'
import { newToken } from '#platform/crypto/tokens.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { PublicCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { newId } from '#platform/ids.ts'
import { restoreWhenShed } from '#platform/rate-limit/restore-when-shed.ts'
import { BUDGETS } from '#platform/rate-limit/throttles.ts'
import { claimOf, findClaimant, requireRealEmail } from '#features/accounts/index.ts'
import { openPerson, tellOwner } from './open-person.ts'
import { requireStrongPassword } from './password-strength.ts'
import { passwordsOf, rememberBrowser } from '#features/factors/index.ts'
import { insertSignInToken } from '#features/sessions/index.ts'
import { tokenEnd } from './sign-in.ts'

/**
 * Opens an account; the token opens its first session. A registered address is `emailAlreadyInUse`, but only for a
 * complete and valid form, after the same work. A network beyond its budget gets `tooManyRequests`, for free and taken
 * addresses alike: that reveals as little as a made-up success would, and strands no one with a token that opens
 * nothing. Taken addresses are counted apart over all networks together, so that they cannot use up the newcomers'
 * budget. A caller who was asked to come back finds the address free and both budgets as they were: nothing is kept
 * for a caller that no longer waits.
 */
export const signUp = async (ctx: PublicCtx, input: Input<'signUp'>) => {
  const { email, password, fullName } = input
  requireRealEmail(email)
  await requireStrongPassword(password, { email, fullName })
  await ctx.budgets.consume(ctx.network, BUDGETS.signUpPerNetwork)
  const claim = claimOf(ctx.keys, 'email', email)
  const spent = [{ subject: ctx.network, budget: BUDGETS.signUpPerNetwork }]
  return restoreWhenShed(ctx, spent, async () => {
    const isTaken = (await findClaimant(ctx.db, 'email', claim)) !== null
    const together = { subject: isTaken ? 'taken' : 'free', budget: BUDGETS.signUpAltogether }
    await ctx.budgets.consume(together.subject, together.budget)
    return restoreWhenShed(ctx, [together], () => open(ctx, input, claim))
  })
}

const open = async (ctx: PublicCtx, input: Input<'signUp'>, claim: string) => {
  const { email, password, fullName, business } = input
  const passwordHash = await passwordsOf(ctx).hash(password)
  // Without a language the settings are in English; the screen finds out what the browser prefers, and sends it.
  const lang = STORED_LANGUAGES[languageOf(input.lang ?? '') ?? 'en']
  const id = newId()
  const token = newToken()
  const opened: { giveDevice?: () => void } = {}
  const isNew = await transaction(
    ctx.db,
    'sign up',
    async (trx) => {
      const at = ctx.clock.now()
      const person = { id, email, fullName, isBusiness: business, lang, passwordHash, referredBy: input.referredBy, at }
      if (!(await openPerson(ctx, trx, person))) return false
      // The browser in which an account begins is its owner's, and is not asked for a second factor soon.
      opened.giveDevice = await rememberBrowser(ctx, trx, id)
      await audit(trx, {
        actor: { kind: 'user', id },
        action: 'account.opened',
        object: { type: 'user', id },
        result: 'done',
        network: ctx.network,
        requestId: ctx.requestId,
      })
      await insertSignInToken(trx, token, id, { proof: 'password', expiresAt: tokenEnd(at) })
      return true
    },
    ctx.isAwaited,
  )
  if (isNew) {
    opened.giveDevice?.()
    return { token }
  }
  await tellOwner(ctx, claim)
  throw new Refusal('emailAlreadyInUse')
}
