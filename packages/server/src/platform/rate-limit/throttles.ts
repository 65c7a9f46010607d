import type { ThrottleName } from '@puente/contract'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** How many calls in how long. */
export type Throttle = { max: number; windowMs: number }

/** What each route may be called, mostly per user or, without one, per network (`platform/http/throttle.ts`). Verbs keep the finer budgets below. */
export const THROTTLES: Record<ThrottleName, Throttle> = {
  signIn: { max: 300, windowMs: 10 * MINUTE },
  signUp: { max: 100, windowMs: MINUTE },
  codes: { max: 30, windowMs: 10 * MINUTE },
  stepUp: { max: 60, windowMs: 10 * MINUTE },
  factors: { max: 60, windowMs: 10 * MINUTE },
  safety: { max: 60, windowMs: 10 * MINUTE },
  passwordReset: { max: 10, windowMs: HOUR },
  resetLink: { max: 100, windowMs: 10 * MINUTE },
  search: { max: 30, windowMs: HOUR },
  asks: { max: 60, windowMs: HOUR },
  payLinks: { max: 300, windowMs: 10 * MINUTE },
  money: { max: 60, windowMs: MINUTE },
  quote: { max: 120, windowMs: MINUTE },
  uploads: { max: 20, windowMs: HOUR },
  papers: { max: 30, windowMs: HOUR },
  verify: { max: 60, windowMs: 10 * MINUTE },
  events: { max: 120, windowMs: MINUTE },
  notes: { max: 120, windowMs: HOUR },
  catalogue: { max: 240, windowMs: HOUR },
  tickets: { max: 60, windowMs: HOUR },
  read: { max: 600, windowMs: MINUTE },
}

/**
 * A budget that a verb keeps for a subject of its own choosing: an account, an address, a number. `growing` makes each
 * use after the third wait longer than the one before.
 */
export type Budget = Throttle & { name: string; growing?: true }

/** Budgets of verbs. */
export const BUDGETS = {
  /** Failures, of browsers that have not proved the account. */
  signInPerAccount: { name: 'sign-in', max: 10, windowMs: 15 * MINUTE, growing: true },
  /** Failures, of one browser that has. */
  signInPerDevice: { name: 'sign-in-device', max: 10, windowMs: 15 * MINUTE, growing: true },
  /** Accounts with failures, as far as no browser of theirs is known. */
  signInPerNetwork: { name: 'sign-in-network', max: 100, windowMs: 10 * MINUTE },
  /** How often one account counts among them. */
  signInTriedInNetwork: { name: 'sign-in-tried', max: 1, windowMs: 10 * MINUTE },
  /** Browsers that get a lane of their own; beyond it one signs in all the same, and has its network's. */
  newDevicesPerAccount: { name: 'new-device', max: 20, windowMs: DAY },
  signUpPerNetwork: { name: 'sign-up', max: 5, windowMs: HOUR },
  /** Of free addresses, and as many of taken ones. */
  signUpAltogether: { name: 'sign-up-all', max: 100, windowMs: MINUTE },
  takenAddressMail: { name: 'taken-address-mail', max: 1, windowMs: DAY },
  /** What an owner hears of sign-ins that failed at their second step, however many there are. */
  failedSignInMail: { name: 'failed-sign-in-mail', max: 1, windowMs: 6 * HOUR },
  resetInDoubtMail: { name: 'reset-in-doubt-mail', max: 1, windowMs: DAY },
  /** Notifications by text: each costs us, and a person who is told of everything reads none of it. */
  noticeTextsADay: { name: 'notice-texts-day', max: 10, windowMs: DAY },
  codesPerHour: { name: 'codes-hour', max: 3, windowMs: HOUR },
  codesPerDay: { name: 'codes-day', max: 10, windowMs: DAY },
  /** Of them, those that one session may ask for in a browser that has not passed a second factor. */
  codesPerSessionADay: { name: 'codes-session-day', max: 5, windowMs: DAY },
  /** Addresses that an account asks to change its email to: what it is told of one says whether it has an account. */
  emailsAsked: { name: 'emails-asked', max: 5, windowMs: DAY },
  /** By all accounts together: of free addresses, and as many of taken ones. */
  emailsAskedAltogether: { name: 'emails-asked-all', max: 100, windowMs: MINUTE },
  /** Different acts that a session is asked about; the same one again is the same challenge for a while. */
  challenges: { name: 'challenges', max: 60, windowMs: HOUR },
  /** Wrong proofs of a session, whatever they are for: a challenge bounds its own, but there may be many. */
  wrongProofs: { name: 'wrong-proofs', max: 20, windowMs: HOUR },
  /** The same at sign-in, of an account or of one browser that passed a factor, and of a locked session: a million codes are more than a century of tries. */
  wrongSecondFactors: { name: 'wrong-second-factors', max: 5, windowMs: 15 * MINUTE },
  wrongSecondFactorsADay: { name: 'wrong-second-factors-day', max: 20, windowMs: DAY },
  /** What an account may send a number, whatever others send it. */
  codesToNumberPerAccount: { name: 'codes-number-account', max: 2, windowMs: DAY },
  /** What all accounts together may send a number beyond that. */
  codesToNumberBeyond: { name: 'codes-number', max: 10, windowMs: DAY },
  /** Statements that a person downloads. */
  statements: { name: 'statements', max: 10, windowMs: HOUR },
  /** Confirmation numbers of payments by Zelle: what is known of one must not be found out by trying. */
  zelleNumbers: { name: 'zelle-numbers', max: 10, windowMs: DAY },
  /** Tickets of a person. A report of a problem opens one of its own, and counts apart: a thief leaves more than ten traces. */
  ticketsADay: { name: 'tickets-day', max: 10, windowMs: DAY },
  disputesADay: { name: 'disputes-day', max: 50, windowMs: DAY },
  zelleNumbersByNetwork: { name: 'zelle-numbers-network', max: 100, windowMs: DAY },
} as const satisfies Record<string, Budget>
