import { type Input, session as limits } from '@puente/contract'
import { audit } from '#platform/audit.ts'
import { newToken } from '#platform/crypto/tokens.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { PublicCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { isPasswordOf, findCredentials, updatePasswordHash, claimOf, findClaimant } from '#features/accounts/index.ts'
import { checkPassword } from '#features/factors/index.ts'
import { recordSecurityEvent } from '#features/security-log/index.ts'
import { rememberDevice, insertSignInToken } from '#features/sessions/index.ts'

/**
 * No person's id, and another for each address: an unknown address goes the same way as a known one, at the same cost. What it
 * is refused is written too, in a line that no one reads.
 */
const unknownAt = (claim: string): string => claim.slice(0, 32)

/** When a token that is made now stops opening a session. */
export const tokenEnd = (at: Date): Date => new Date(at.getTime() + limits.signInTokenSeconds * 1000)

/**
 * Proves email and password; the token opens a session once, within a minute. An unknown address, a wrong password and a
 * closed account are one refusal, `invalidSignIn`, after the same work; too many failures are `tooManyRequests`.
 */
export const signIn = async (ctx: PublicCtx, { email, password }: Input<'signIn'>) => {
  const claim = claimOf(ctx.keys, 'email', email)
  const ownerId = (await findClaimant(ctx.db, 'email', claim)) ?? unknownAt(claim)
  const found = await findCredentials(ctx.db, ownerId)
  const { passes, outdated } = await checkPassword(ctx, { found, claim, password })
  const token = newToken()
  const isIn = await transaction(ctx.db, 'sign in', async (trx) => {
    const isRight = passes && found !== null && !found.isClosed && (await isPasswordOf(trx, found))
    await audit(trx, {
      actor: found ? { kind: 'user', id: found.ownerId } : { kind: 'anonymous' },
      action: isRight ? 'password.proved' : 'password.refused',
      result: isRight ? 'done' : 'refused',
      ...(isRight ? {} : { code: 'invalidSignIn' }),
      network: ctx.network,
      requestId: ctx.requestId,
    })
    if (!isRight) {
      await recordSecurityEvent(trx, ctx, ownerId, 'signInRefused')
      return false
    }
    if (outdated && found.passwordHash !== null)
      await updatePasswordHash(trx, found.ownerId, found.passwordHash, outdated)
    await insertSignInToken(trx, token, found.ownerId, { proof: 'password', expiresAt: tokenEnd(ctx.clock.now()) })
    return true
  })
  if (!isIn || !found) throw new Refusal('invalidSignIn')
  await rememberDevice(ctx, found.ownerId)
  return { token }
}
