/**
 * A thread that judges how hard passwords are to guess. One that looks like words takes a fifth of a second to try
 * against all lists and their spellings, and other calls should not have to wait for that. The lists are large, and
 * only this thread loads them.
 */
import { parentPort } from 'node:worker_threads'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import * as common from '@zxcvbn-ts/language-common'
import * as english from '@zxcvbn-ts/language-en'
import * as spanish from '@zxcvbn-ts/language-es-es'
import { isKnownWord, withoutWords } from './password-rules.ts'

export type Judged = { password: string; words: string[] }

const judge = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...english.dictionary, ...spanish.dictionary },
  graphs: common.adjacencyGraphs,
})

/** Some fifty thousand passwords of published leaks, in order of use. */
const known = new Set(common.dictionary['passwords-common'].map(String))

/** 0 to 4. A password is worth what is left of it without the words that a guesser knows to try. */
const scoreOf = ({ password, words }: Judged): number => {
  if (isKnownWord(password, known)) return 0
  const { score } = judge.check(password, words)
  const { rest, isShorter } = withoutWords(password, words)
  return isShorter ? Math.min(score, judge.check(rest, words).score) : score
}

parentPort?.on('message', (asked: Judged) => {
  parentPort?.postMessage(scoreOf(asked))
})
