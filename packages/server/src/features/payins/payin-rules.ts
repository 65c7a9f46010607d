import { sendSessionId } from '@puente/contract'
import type { PayinKind } from './payin-rail.ts'

const MINUTE_MS = 60_000
export const SEND_SESSION_MS = 180 * MINUTE_MS
/** How long an outcome may stay unknown before its owner sees that the payment is under review. */
const UNKNOWN_MS = 15 * MINUTE_MS

export const isUnknownForLong = (createdAt: Date, at: Date): boolean => at.getTime() - createdAt.getTime() > UNKNOWN_MS

/** The screens that a provider's page sends the payer back to; what their addresses claim counts for nothing. */
export const returnUrls = (given: {
  publicUrl: string
  kind: PayinKind
  method: string
  sessionId: string
}): { successUrl: string; cancelUrl: string } => {
  const { publicUrl, kind, method, sessionId } = given
  const screens = kind === 'deposit' ? '/deposit-now' : `/payments/send/${method}`
  const back = (screen: string) => `${publicUrl}${screens}/${screen}?session=${sendSessionId(sessionId)}`
  return { successUrl: back('success'), cancelUrl: back('cancel') }
}
