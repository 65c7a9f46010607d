import { session as limits } from '@puente/contract'
import { hasPassedFactor, notePassedFactor } from '#features/sessions/index.ts'
import { DEVICE_DAYS, readDevice, writeDevice } from '#platform/crypto/device-cookie.ts'
import type { Trx } from '#platform/db/database.ts'
import type { PublicCtx } from '#platform/http/ctx.ts'
import { DEVICE_COOKIE } from '#platform/http/facts.ts'
import { deleteBrowsers, insertBrowser, useBrowser } from './remembered-browsers-store.ts'

const DAY_MS = 86_400_000

type Browser = Pick<PublicCtx, 'agent' | 'clock' | 'deviceCookie' | 'keys' | 'reply'>

/**
 * This browser is not asked for the person's second factor at sign-in for thirty days. What says so is a row, so that it can be
 * listed and ended; the browser shows the id of its device cookie, which the row keeps as a hash. Answers what gives the cookie
 * to a browser that had none, once the row is committed.
 */
export const rememberBrowser = async (ctx: Browser, trx: Trx, ownerId: string): Promise<() => void> => {
  const at = ctx.clock.now()
  const cookie = writeDevice(ctx.keys, readDevice(ctx.keys, ctx.deviceCookie), ownerId, at)
  const deviceId = readDevice(ctx.keys, cookie)?.id ?? ''
  const { browser, device } = ctx.agent()
  const until = new Date(at.getTime() + limits.rememberedDeviceDays * DAY_MS)
  await insertBrowser(trx, { ownerId, deviceId, browser, device, at, until })
  await notePassedFactor(trx, ownerId, deviceId, at)
  return () => ctx.reply.setCookie(DEVICE_COOKIE, cookie, DEVICE_DAYS * 86_400)
}

/** Whether this browser is remembered for the person, who has not logged out one that might be it since; notes that it came. */
export const isRemembered = async (ctx: Browser, trx: Trx, ownerId: string): Promise<boolean> => {
  const device = readDevice(ctx.keys, ctx.deviceCookie)
  if (device === null || !(await hasPassedFactor(trx, ownerId, device.id))) return false
  return useBrowser(trx, ownerId, device.id, ctx.clock.now())
}

/** Every browser is asked again. */
export const forgetBrowsers = deleteBrowsers
