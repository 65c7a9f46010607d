import type { Input } from '@puente/contract'
import { audit } from '#platform/audit.ts'
import { newToken } from '#platform/crypto/tokens.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { PublicCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { findCredentials } from '#features/accounts/index.ts'
import { checkSignInPasskey, findPasskeyOwner, signInPasskeyOptions } from '#features/factors/index.ts'
import { insertSignInToken, rememberDevice } from '#features/sessions/index.ts'
import { tokenEnd } from './sign-in.ts'

/** What a browser needs to ask its person for a passkey of ours; the challenge serves once, within five minutes. */
export const passkeySignInOptions = async (ctx: PublicCtx) => ({ options: await signInPasskeyOptions(ctx) })

/**
 * Proves who one is with a passkey alone; the token opens a session, and counts as two factors. A credential that is unknown,
 * removed or of a closed account, a false answer, and a challenge that was used or is too old are one refusal, `invalidSignIn`.
 * Signatures are not guessed, so the budget of the route is enough.
 */
export const passkeySignIn = async (ctx: PublicCtx, { credential }: Input<'passkeySignIn'>) => {
  const ownerId = await findPasskeyOwner(ctx.db, credential.id)
  const found = ownerId === null ? null : await findCredentials(ctx.db, ownerId)
  const spend = found && !found.isClosed ? await checkSignInPasskey(ctx, { ownerId: found.ownerId, credential }) : null
  const token = newToken()
  const isIn = await transaction(ctx.db, 'sign in with a passkey', async (trx) => {
    const isRight = found !== null && spend !== null && (await spend(trx))
    await audit(trx, {
      actor: found ? { kind: 'user', id: found.ownerId } : { kind: 'anonymous' },
      action: isRight ? 'passkey.proved' : 'passkey.refused',
      result: isRight ? 'done' : 'refused',
      ...(isRight ? {} : { code: 'invalidSignIn' }),
      network: ctx.network,
      requestId: ctx.requestId,
    })
    if (isRight)
      await insertSignInToken(trx, token, found.ownerId, {
        proof: 'passkey',
        expiresAt: tokenEnd(ctx.clock.now()),
      })
    return isRight
  })
  if (!isIn || !found) throw new Refusal('invalidSignIn', { reason: 'passkey' })
  await rememberDevice(ctx, found.ownerId)
  return { token }
}
