import type { Input } from '@puente/contract'
import { audit } from '#platform/audit.ts'
import { newToken } from '#platform/crypto/tokens.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { PublicCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import {
  claimOf,
  findCredentials,
  getAccount,
  isOwnerInDoubt,
  isPasswordOf,
  lockAccount,
} from '#features/accounts/index.ts'
import { tokenEnd } from '#features/auth/index.ts'
import { checkPassword, needsSecondFactor } from '#features/factors/index.ts'
import { insertSignInToken, rememberDevice } from '#features/sessions/index.ts'
import { browserOf } from './begin-flow.ts'
import { findTicket, takeTicket } from './flows-store.ts'
import { linkIdentity } from './link-identity.ts'

/**
 * Links the identity that came back with this browser to the account that has its address, once that account's password is
 * proved too: an issuer's word for an address opens no account by itself. The token opens a session as one of a password
 * does, second factor included; where one is asked for, or it is in doubt whose the account is, nothing is linked here. Refuses with `invalidToken` (unknown, used, or of another browser), `tokenExpired` and
 * `invalidSignIn`, which may be tried again within the budgets of signing in.
 */
export const confirmSocialLink = async (ctx: PublicCtx, { link, password }: Input<'confirmSocialLink'>) => {
  const ticket = await findTicket(ctx.db, { token: link, kind: 'link', browser: browserOf(ctx) ?? '' })
  if (!ticket) throw new Refusal('invalidToken')
  if (ctx.clock.now() >= ticket.expiresAt) throw new Refusal('tokenExpired')
  const { ownerId, provider, claim, email } = ticket
  const found = await findCredentials(ctx.db, ownerId)
  const { email: address } = await getAccount(ctx.db, ctx.keys, ownerId)
  const { passes } = await checkPassword(ctx, { found, claim: claimOf(ctx.keys, 'email', address), password })
  const token = newToken()
  const isLinked = await transaction(
    ctx.db,
    'confirm social link',
    async (trx) => {
      const account = await lockAccount(trx, ctx.keys, ownerId)
      const isRight = passes && found !== null && account.status !== 'closed' && (await isPasswordOf(trx, found))
      await audit(trx, {
        actor: { kind: 'user', id: ownerId },
        action: isRight ? 'password.proved' : 'password.refused',
        result: isRight ? 'done' : 'refused',
        ...(isRight ? {} : { code: 'invalidSignIn' }),
        network: ctx.network,
        requestId: ctx.requestId,
      })
      if (!isRight) return false
      if (!(await takeTicket(trx, link, ctx.clock.now()))) throw new Refusal('invalidToken')
      // A way in takes what coming in takes: with a second factor the settings link it, with a proof. And it takes a sure owner.
      if (!(await needsSecondFactor(ctx, trx, account)) && !(await isOwnerInDoubt(trx, ownerId))) {
        const came = await linkIdentity(ctx, trx, { account, sessionId: null, provider, claim, email })
        if (came === 'otherAccount' || came === 'otherIdentity') throw new Refusal('invalidToken', { reason: came })
      }
      await insertSignInToken(trx, token, ownerId, { proof: 'password', expiresAt: tokenEnd(ctx.clock.now()) })
      return true
    },
    ctx.isAwaited,
  )
  if (!isLinked) throw new Refusal('invalidSignIn')
  await rememberDevice(ctx, ownerId)
  return { token }
}
