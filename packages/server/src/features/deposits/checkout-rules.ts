/** What is asked of the card provider, and for how long. */
import { brand, sendSessionId } from '@puente/contract'
import type { Language } from '@puente/contract'
import type { CheckoutBody } from './checkout-body.ts'

const MINUTE_MS = 60_000
/** Half of it is room for asking again: the provider wants a page to last another half hour when it is made. */
const PAGE_LIFETIME_MS = 60 * MINUTE_MS
export const SEND_SESSION_MS = 180 * MINUTE_MS
/** How long the provider promises to know our key. */
export const KEY_LIFETIME_MS = 24 * 60 * MINUTE_MS
/** After its page's end a payment that the provider never heard of cannot come any more. */
const CERTAINTY_MS = 5 * MINUTE_MS
/** How long an outcome may stay unknown before its owner sees that the payment is under review. */
const UNKNOWN_MS = 15 * MINUTE_MS

const PRODUCT_NAME: Record<Language, string> = {
  en: `Money for your ${brand.appName} balance`,
  es: `Dinero para tu saldo de ${brand.appName}`,
  ko: `${brand.appName} 잔액 충전`,
}

export const checkoutBody = (given: {
  ref: string
  ownerId: string
  sessionId: string
  totalChargeCents: bigint
  language: Language
  publicUrl: string
  at: Date
}): CheckoutBody => {
  const back = (screen: string) => `${given.publicUrl}/deposit-now/${screen}?session=${sendSessionId(given.sessionId)}`
  return {
    ref: given.ref,
    amountCents: Number(given.totalChargeCents),
    productName: PRODUCT_NAME[given.language],
    language: given.language,
    successUrl: back('success'),
    cancelUrl: back('cancel'),
    expiresAt: Math.floor((given.at.getTime() + PAGE_LIFETIME_MS) / 1000),
    senderId: given.ownerId,
    recipientId: given.ownerId,
  }
}

/** No page of this request can be paid any more, wherever it may have got to. */
export const isPageOver = ({ expiresAt }: Pick<CheckoutBody, 'expiresAt'>, at: Date): boolean =>
  at.getTime() > expiresAt * 1000 + CERTAINTY_MS

export const isUnknownForLong = (createdAt: Date, at: Date): boolean => at.getTime() - createdAt.getTime() > UNKNOWN_MS
