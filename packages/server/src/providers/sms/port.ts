export type Sms = { to: string; text: string }

/**
 * What came of handing it over: `later` was surely not sent and may be tried again, `never` will not work, `unknown` may
 * have been sent and is left alone: a person who waits for it can ask for another.
 */
export type SmsOutcome = { outcome: 'sent' } | { outcome: 'later' | 'never' | 'unknown'; reason: string }

export interface SmsOut {
  send(sms: Sms): Promise<SmsOutcome>
}
