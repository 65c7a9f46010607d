import type { RememberedBrowser } from '@puente/contract'
import { readDevice } from '#platform/crypto/device-cookie.ts'
import { hashToken, sameBytes } from '#platform/crypto/tokens.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { listKnownBrowsers } from '#features/sessions/index.ts'
import { listBrowsers } from './remembered-browsers-store.ts'

/** The remembered browsers of the account, the last used first; the caller's own is marked. */
export const rememberedBrowsers = async (ctx: UserCtx): Promise<{ items: RememberedBrowser[] }> => {
  const device = readDevice(ctx.keys, ctx.deviceCookie)
  const own = device && hashToken(device.id)
  const stored = await listBrowsers(ctx.db, ctx.user.id, ctx.clock.now())
  const known = await listKnownBrowsers(ctx.db, ctx.user.id)
  const remembered = stored.filter(({ deviceHash }) => known.some((hash) => sameBytes(hash, deviceHash)))
  return {
    items: remembered.map(({ browserId, deviceHash, browser, device: kind, rememberedAt, lastUsedAt, expiresAt }) => ({
      id: browserId,
      current: own !== null && sameBytes(own, deviceHash),
      browser,
      device: kind,
      rememberedAt: rememberedAt.toISOString(),
      lastUsedAt: lastUsedAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
    })),
  }
}
