import { askThread } from '#platform/ask-thread.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { Judged } from './password-judge.ts'
import { type PasswordOwner, SCORE_WANTED, wordsOf } from './password-rules.ts'

/**
 * Judging takes time that grows steeply with the length (seconds for a long repetition), and the head of a password is
 * never stronger than the whole: judging the head is the strict side, and cheap.
 */
const JUDGED_LENGTH = 24
const WAITING_LIMIT = 64

const scoreOf = askThread<Judged, number>(new URL('password-judge.ts', import.meta.url), { waiting: WAITING_LIMIT })

/**
 * Refuses with `invalidPass` a new password that is known, easily guessed, or made of the owner's or the product's name.
 * Its written form is the contract's to check. Throws `PoolBusy` when too many are waiting to be judged.
 */
export const requireStrongPassword = async (password: string, owner: PasswordOwner): Promise<void> => {
  const score = await scoreOf({ password: password.slice(0, JUDGED_LENGTH), words: wordsOf(owner) })
  if (score < SCORE_WANTED) throw new Refusal('invalidPass', { reason: 'guessable' })
}
