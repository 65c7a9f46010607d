/** The email's calls. Where the address turns out to be verified already, the screens learn it before the refusal is shown. */
import { ApiRefusal } from '#lib/api/api-errors.ts'
import { call } from '#lib/api/api.ts'
import { clock } from '#lib/browser/clock.ts'
import { onDevice } from '#lib/browser/product-time.ts'
import { reloadMe } from '#lib/session/me.ts'
import { keepSent, type SentCode } from './sent-code.ts'

/** The server allows three mails an hour; this keeps a nervous finger from using them up. */
const RESEND_PAUSE_MS = 30_000

const orKnown = async (error: unknown): Promise<never> => {
  if (error instanceof ApiRefusal && error.code === 'alreadyConfirmed') await reloadMe()
  throw error
}

/** Mails a code and a link. Refused with `alreadyConfirmed` where the link was opened in the meantime. */
export const requestEmailCode = async (): Promise<SentCode> => {
  const { expiresAt } = await call('requestEmailCode').catch(orKnown)
  return keepSent('email', { resendAtMs: clock.now() + RESEND_PAUSE_MS, expiresAtMs: onDevice(expiresAt) })
}

export const confirmEmail = async (emailToken: string): Promise<void> => {
  await call('confirmEmail', { emailToken }).catch(orKnown)
  await reloadMe()
}
