export type Sms = { to: string; text: string }

/**
 * What came of handing it over: `later` was surely not sent and may be tried again, `never` will not work, `unknown` may
 * have been sent and is left alone: a person who waits for it can ask for another. `stopped`: its holder has told the carrier to
 * let none of our messages through.
 */
export type SmsOutcome = { outcome: 'sent' } | { outcome: 'later' | 'never' | 'unknown' | 'stopped'; reason: string }

export interface SmsOut {
  send(sms: Sms): Promise<SmsOutcome>
  /** Whether the provider has taken this very message since then. */
  wasSent(sms: Sms, since: Date): Promise<boolean>
}
