import { readDevice } from '#platform/crypto/device-cookie.ts'
import type { PublicCtx } from '#platform/http/ctx.ts'

/** Whether this browser belongs to the person who opened the account, as far as we can tell: it is signed in to it, or was. */
export const isKnownBrowser = (ctx: Pick<PublicCtx, 'deviceCookie' | 'keys' | 'user'>, ownerId: string): boolean =>
  ctx.user?.id === ownerId ||
  (readDevice(ctx.keys, ctx.deviceCookie)?.proofs.some((proof) => proof.ownerId === ownerId) ?? false)
