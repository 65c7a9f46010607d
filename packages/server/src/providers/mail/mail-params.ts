import type { AccessReason, Browser, Device, KycReason, KycType, MovementMethod, WhyNotRun } from '@puente/contract'

/** The browser behind an act, for its owner to recognise: `at` is ISO, `timeZone` an IANA name that the browser said, or null. */
export type MailFacts = { browser: Browser; device: Device; at: string; timeZone: string | null }

/** A notification: `name` names its text, `amountCents` are cents, `at` is ISO. */
export type MailNotice = {
  name: string
  at: string
  amountCents?: number
  /** What went or came back in all, its fee too where that came along. */
  backCents?: number
  counterpart?: string | null
  /** How its transaction was paid. */
  method?: MovementMethod
  reference?: string
  /** When money that waits until its receiver is verified goes back, ISO. */
  returnsAt?: string
  /** Why a scheduled payment or request was not made. */
  why?: WhyNotRun
  /** The device that was logged out. */
  ended?: Pick<MailFacts, 'browser' | 'device'>
  /** Why our own people acted. */
  actedFor?: AccessReason
  /** Why a withdrawal came back, as its sentence chooses by it. */
  reason?: string
  /** With which address a withdrawal is to be claimed, and when it comes back otherwise, ISO. */
  account?: string
  comesBackAt?: string
}

/** What the blanks of a mail are filled with. `date` is an ISO day; `answer` is what a person of ours has written. */
export type MailParams = {
  name?: string
  /** The zone of the reader, in which every time is told: an IANA name; ours where it is not known. */
  timeZone?: string | null
  code?: string
  link?: string
  /** Where to choose what is mailed, in mails that need not be sent. */
  choose?: string
  facts?: MailFacts
  date?: string
  /** When money stops going out slowly, ISO. */
  coolsUntil?: string | undefined
  /** When the owner can confirm an act again, ISO; left out where they can now. */
  provesFrom?: string | undefined
  answer?: string
  /** What comes next of a problem that was reported, and by which ISO days. */
  report?: { next: 'answerOrCredit' | 'answerOrDecision' | 'underWay' | 'answer'; answerBy: string; finalBy: string }
  /** The other service that a mail about social login is about. */
  provider?: string
  /** What a notification is about; `counterpart` is null where the other side has no name here. */
  notice?: MailNotice
  /** What an identity check did not accept, and why. */
  denied?: { type: KycType; code: KycReason }[]
  /** The last digits of a bank account, behind dots. */
  account?: string
}
