import { readDevice } from '#platform/crypto/device-cookie.ts'
import type { PublicCtx } from '#platform/http/ctx.ts'
import type { Account } from '#features/accounts/index.ts'

/**
 * Whether this browser belongs to the person who opened the account, as far as we can tell: it is signed in to it, or was,
 * and has not been forgotten since.
 */
export const isKnownBrowser = (
  ctx: Pick<PublicCtx, 'deviceCookie' | 'keys' | 'user'>,
  { id, devicesForgottenAt }: Pick<Account, 'id' | 'devicesForgottenAt'>,
): boolean => {
  if (ctx.user?.id === id) return true
  const proofs = readDevice(ctx.keys, ctx.deviceCookie)?.proofs ?? []
  return proofs.some(({ ownerId, at }) => ownerId === id && (devicesForgottenAt === null || at > devicesForgottenAt))
}
