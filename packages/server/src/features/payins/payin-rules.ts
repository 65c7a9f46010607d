import { sendSessionId } from '@puente/contract'
import type { PayinPurpose } from './payin-rail.ts'

const MINUTE_MS = 60_000
export const SEND_SESSION_MS = 180 * MINUTE_MS
/** How long an outcome may stay unknown before its owner sees that the payment is under review. */
const UNKNOWN_MS = 15 * MINUTE_MS

export const isUnknownForLong = (createdAt: Date, at: Date): boolean => at.getTime() - createdAt.getTime() > UNKNOWN_MS

/** The screens that a provider's page sends the payer back to; what their addresses claim counts for nothing. */
export const returnUrls = (given: {
  publicUrl: string
  purpose: PayinPurpose
  method: string
  sessionId: string
}): { successUrl: string; cancelUrl: string } => {
  const { publicUrl, purpose, method, sessionId } = given
  const send = `/payments/send/${method}`
  const screens: Record<PayinPurpose, [success: string, cancel: string]> = {
    deposit: ['/deposit-now/success', '/deposit-now/cancel'],
    send: [`${send}/success`, `${send}/cancel`],
    request: [`${send}/success`, `${send}/cancel`],
    invoice: ['/invoice/pay/success', '/invoice/pay/cancel'],
  }
  const back = (screen: string) => `${publicUrl}${screen}?session=${sendSessionId(sessionId)}`
  const [success, cancel] = screens[purpose]
  return { successUrl: back(success), cancelUrl: back(cancel) }
}
