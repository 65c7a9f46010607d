/** The phone's calls; each answers with what was sent. */
import type { Result } from '@puente/contract'
import { call } from '#lib/api/api.ts'
import { onDevice } from '#lib/browser/product-time.ts'
import { reloadMe } from '#lib/session/me.ts'
import { keepSent, type SentCode } from './sent-code.ts'

const kept = ({ resendAt, expiresAt }: Result<'requestPhoneCode'>): SentCode =>
  keepSent('phone', { resendAtMs: onDevice(resendAt), expiresAtMs: onDevice(expiresAt) })

/** Sets the number, accepts the terms and sends a code. */
export const registerPhone = async (phone: string): Promise<SentCode> => {
  const sent = kept(await call('registerPhone', { phone }))
  await reloadMe()
  return sent
}

/** Sends another code to the number there is. */
export const requestPhoneCode = async (): Promise<SentCode> => kept(await call('requestPhoneCode', {}))

export const confirmPhone = async (code: string): Promise<void> => {
  await call('confirmPhone', { code })
  await reloadMe()
}
