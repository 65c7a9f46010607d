/**
 * That an app is being set up, kept for a reload: phones put a tab aside while the app is open. The server holds the secret until then, and
 * the app's first code is all that is still needed.
 */
import { productNow } from '#lib/browser/product-time.ts'

const KEY = 'totpUntil'

/** @param until when the secret ends; empty once it is over */
export const keepUntil = (until: string): void => {
  try {
    sessionStorage.setItem(KEY, until)
  } catch {
    // Without storage one begins again with another secret.
  }
}

export const isUnderWay = (): boolean => {
  try {
    return Date.parse(sessionStorage.getItem(KEY) ?? '') > productNow()
  } catch {
    return false
  }
}
