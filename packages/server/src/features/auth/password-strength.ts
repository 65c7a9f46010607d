import { Refusal } from '#platform/http/refusal.ts'
import { type PasswordOwner, SCORE_WANTED, wordsOf } from './password-rules.ts'

/**
 * Judging takes time that grows steeply with the length (seconds for a long repetition), and the head of a password is
 * never stronger than the whole: judging the head is the strict side, and cheap.
 */
const JUDGED_LENGTH = 24

const load = async () => {
  const [{ ZxcvbnFactory }, common, english, spanish] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
    import('@zxcvbn-ts/language-es-es'),
  ])
  return new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary, ...spanish.dictionary },
    graphs: common.adjacencyGraphs,
  })
}

// The word lists are heavy, and most processes never see a new password.
let judge: ReturnType<typeof load> | undefined

/**
 * Refuses with `invalidPass` a new password that is known, easily guessed, or made of the owner's or the product's name.
 * Its written form is the contract's to check.
 */
export const requireStrongPassword = async (password: string, owner: PasswordOwner): Promise<void> => {
  const { score } = (await (judge ??= load())).check(password.slice(0, JUDGED_LENGTH), wordsOf(owner))
  if (score < SCORE_WANTED) throw new Refusal('invalidPass', { reason: 'guessable' })
}
