/**
 * When this tab last had a code sent to each contact, so that a screen mentions a code only where one was sent, even after
 * a reload. It holds two timestamps of the device's clock and no personal data.
 */
import { clock } from '#lib/browser/clock.ts'

export type SentCode = {
  /** From when another code may be asked for. */
  resendAtMs: number
  /** Until when the code works. */
  expiresAtMs: number
}
type Contact = 'email' | 'phone'

const keyOf = (contact: Contact) => `sentCode.${contact}`

export const keepSent = (contact: Contact, sent: SentCode): SentCode => {
  try {
    sessionStorage.setItem(keyOf(contact), JSON.stringify(sent))
  } catch {
    // Without storage a reload asks whether to send a code; nothing is lost.
  }
  return sent
}

/** The code that is under way to a contact and still works; null when none was sent from here. */
export const sentTo = (contact: Contact): SentCode | null => {
  try {
    const sent = JSON.parse(sessionStorage.getItem(keyOf(contact)) ?? 'null') as SentCode | null
    return sent !== null && sent.expiresAtMs > clock.now() ? sent : null
  } catch {
    return null
  }
}
