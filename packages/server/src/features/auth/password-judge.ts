/**
 * A thread that tells how hard passwords are to guess. One that looks like words takes a fifth of a second to try against
 * all lists and all spellings of them, which nobody else should have to wait for. The lists are heavy, and lie here only.
 */
import { parentPort } from 'node:worker_threads'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import * as common from '@zxcvbn-ts/language-common'
import * as english from '@zxcvbn-ts/language-en'
import * as spanish from '@zxcvbn-ts/language-es-es'

export type Judged = { password: string; words: string[] }

const judge = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...english.dictionary, ...spanish.dictionary },
  graphs: common.adjacencyGraphs,
})

parentPort?.on('message', ({ password, words }: Judged) => {
  parentPort?.postMessage(judge.check(password, words).score)
})
