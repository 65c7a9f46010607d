import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { boundedPool } from '#platform/bounded-pool.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { Judged } from './password-judge.ts'
import { type PasswordOwner, SCORE_WANTED, wordsOf } from './password-rules.ts'

/**
 * Judging takes time that grows steeply with the length (seconds for a long repetition), and the head of a password is
 * never stronger than the whole: judging the head is the strict side, and cheap.
 */
const JUDGED_LENGTH = 24
const WAITING_LIMIT = 64

/**
 * Asks the thread that `file` runs, one question at a time. It is started for the first question, since most processes
 * never see a new password, and again after a failure; a question it failed on rejects with the error.
 */
export const judgeBy = (file: URL): ((asked: Judged) => Promise<number>) => {
  const oneAtATime = boundedPool(1, WAITING_LIMIT)
  let judge: Worker | undefined
  const start = (): Worker => {
    const forget = (): void => {
      judge = undefined
    }
    // On the error already: between it and the exit the next in line would ask a thread that no longer answers.
    return new Worker(file).once('error', forget)
  }
  return (asked) =>
    oneAtATime(async () => {
      const thread = (judge ??= start())
      // Keeps the process up only while a question is open.
      thread.ref()
      try {
        thread.postMessage(asked)
        const [score] = (await once(thread, 'message')) as [number]
        return score
      } finally {
        thread.unref()
      }
    })
}

const scoreOf = judgeBy(new URL('password-judge.ts', import.meta.url))

/**
 * Refuses with `invalidPass` a new password that is known, easily guessed, or made of the owner's or the product's name.
 * Its written form is the contract's to check. Throws `PoolBusy` when too many are waiting to be judged.
 */
export const requireStrongPassword = async (password: string, owner: PasswordOwner): Promise<void> => {
  const score = await scoreOf({ password: password.slice(0, JUDGED_LENGTH), words: wordsOf(owner) })
  if (score < SCORE_WANTED) throw new Refusal('invalidPass', { reason: 'guessable' })
}
