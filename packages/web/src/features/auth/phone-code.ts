/** The phone's calls, with the moment from which another code may be asked for. */
import { call } from '#lib/api.ts'
import { reloadMe } from '#lib/me.ts'
import { noteResend } from '#lib/resend-wait.ts'

export type SentCode = {
  /** Masked, as the server shows it. */
  phone: string
  resendAtMs: number
}

const sentCode = ({ phone, resendAt }: { phone: string; resendAt: string }): SentCode => {
  const resendAtMs = Date.parse(resendAt)
  noteResend('phone', resendAtMs)
  return { phone, resendAtMs }
}

/** Sets the number, accepts the terms and sends a code. */
export const registerPhone = async (phone: string): Promise<SentCode> => {
  const sent = await call('registerPhone', { phone })
  await reloadMe()
  return sentCode(sent)
}

/** Sends another code to the number there is. */
export const requestPhoneCode = async (): Promise<SentCode> => {
  const sent = await call('requestPhoneCode', {})
  return sentCode(sent)
}

export const confirmPhone = async (code: string): Promise<void> => {
  await call('confirmPhone', { code })
  await reloadMe()
}
