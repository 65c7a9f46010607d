/** A mail as it goes out. `ref` is the same for every try, so that a mail that arrives twice is recognised as one. */
export type Mail = { to: string; subject: string; text: string; html: string; language: string; ref: string }

/** What came of handing it over: `later` may work on another try, `never` will not. */
export type MailOutcome = { outcome: 'sent' } | { outcome: 'later' | 'never'; reason: string }

export interface MailOut {
  send(mail: Mail): Promise<MailOutcome>
  close(): void
}
