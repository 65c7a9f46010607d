/**
 * What a bank means when it sends a credit back, or says that an account is to be written otherwise: the codes of the network as
 * data. Whoever sends the money knows from here what may be done with it.
 */

/**
 * `credit`: give it back. `disable`: and the account takes no money until it is edited. `block`: stopped by law, never given
 * back without a person. `review`: it makes no sense of a credit, or says that a first return was wrong; a person decides.
 */
export type ReturnMeaning = 'credit' | 'disable' | 'block' | 'review'

const MEANING = {
  // The account is closed, unknown, or no account number of that bank.
  R02: 'disable',
  R03: 'disable',
  R04: 'disable',
  // The bank cannot take it: it sold the account, its number is wrong, or it may not take part.
  R12: 'disable',
  R13: 'disable',
  R20: 'disable',
  R28: 'disable',
  R34: 'disable',
  // Its holder or payee has died.
  R14: 'disable',
  R15: 'disable',
  // We asked for it back; the receiver refused it.
  R06: 'credit',
  R23: 'credit',
  // Something in the record was wrong, or the bank believes that it is a fraud.
  R17: 'credit',
  // The account is frozen, or the Office of Foreign Assets Control says so.
  R16: 'block',
} as const satisfies Record<string, ReturnMeaning>

const isKnown = (code: string): code is keyof typeof MEANING => Object.hasOwn(MEANING, code)

/** How a bank says with R17 that it holds a payment for a fraud. */
const QUESTIONABLE = /^\s*QUESTIONABLE/i

/** What a return means; a code that is not known, or is none of a credit, is for a person. */
export const meaningOfReturn = (code: string, information: string | null): ReturnMeaning => {
  if (code === 'R17' && QUESTIONABLE.test(information ?? '')) return 'review'
  return isKnown(code) ? MEANING[code] : 'review'
}

const OUTCOME = { credit: 'returned', disable: 'returned', block: 'blocked', review: 'review' } as const

/** The same in the words of payouts. */
export const outcomeOfReturn = (code: string, information: string | null): 'returned' | 'blocked' | 'review' =>
  OUTCOME[meaningOfReturn(code, information)]

/** Somebody has died: that the money went back is not the end of it. */
export const isOfTheDeceased = (code: string): boolean => code === 'R14' || code === 'R15'
