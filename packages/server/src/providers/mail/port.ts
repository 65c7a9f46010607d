/** A mail as it goes out. */
export type Mail = {
  to: string
  subject: string
  text: string
  html: string
  language: string
  /** The same for every try, so that a mail that arrives twice is recognised as one. */
  ref: string
  /** Left of the `@` in its id: the reference, and what proves that the id is ours. */
  id: string
  /** Where one POST ends mails of this kind (RFC 8058). */
  unsubscribe?: string | undefined
}

/**
 * What came of handing it over: `later` may work on another try, `never` will not, `returned` takes no mail at this address.
 * `turnedAway` says nothing of the mail: the service takes none from us, for our login or our sender, until we mend that.
 */
export type MailOutcome =
  | { outcome: 'sent' }
  | { outcome: 'later' | 'turnedAway' | 'never' | 'returned'; reason: string }

export interface MailOut {
  send(mail: Mail): Promise<MailOutcome>
  close(): void
}
