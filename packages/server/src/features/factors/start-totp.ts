import type { UserCtx } from '#platform/http/ctx.ts'
import { audit } from '#platform/audit.ts'
import { transaction } from '#platform/db/transaction.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { getAccount } from '#features/accounts/index.ts'
import { newTotpSecret, otpauthUrl } from './totp.ts'
import { keepPending } from './totp-store.ts'

const PENDING_MS = 10 * 60_000

export const requireProvedAddress = ({ user }: Pick<UserCtx, 'user'>): void => {
  if (!user.emailVerified) throw new Refusal('emailNotVerified')
}

/**
 * A fresh secret for an authenticator app. It proves nothing until its first code is confirmed (`confirmTotp`); an app that is
 * enrolled stays in force until then. Refuses with `emailNotVerified`.
 */
export const startTotp = async (ctx: UserCtx) => {
  const { id: ownerId, sessionId } = ctx.user
  requireProvedAddress(ctx)
  const { email } = await getAccount(ctx.db, ctx.keys, ownerId)
  const secret = newTotpSecret()
  const until = new Date(ctx.clock.now().getTime() + PENDING_MS)
  await transaction(ctx.db, 'start totp', async (trx) => {
    await keepPending(trx, ctx.keys, { ownerId, secret, until })
    await audit(trx, {
      actor: { kind: 'user', id: ownerId, sessionId },
      action: 'totp.started',
      result: 'done',
      network: ctx.network,
      requestId: ctx.requestId,
    })
  })
  return { secret, otpauthUrl: otpauthUrl(secret, email), expiresAt: until.toISOString() }
}
