/** What a file from the bank is, by what it begins with. */
import { NachaRefused } from '#providers/ach/nacha/layout.ts'
import {
  type Acknowledgement,
  isAcknowledgement,
  readAcknowledgement,
} from '#providers/ach/nacha/read-acknowledgement.ts'
import { readFile } from '#providers/ach/nacha/read-file.ts'
import { isStatement, readStatement, type Statement } from '#providers/ach/nacha/read-statement.ts'
import { type SentBack, sentBackIn } from '#providers/ach/nacha/returned-rules.ts'
import type { NachaSettings } from '#providers/ach/nacha/settings.ts'

export type Answer =
  | { kind: 'acknowledgement'; said: Acknowledgement[] }
  | { kind: 'statement'; statement: Statement }
  | { kind: 'sentBack'; sentBack: SentBack[] }
  | { kind: 'unreadable'; why: string }

/** What it says. A file that is not whole says nothing, and a person has to look at it. */
export const readAnswer = (text: string, { account }: Pick<NachaSettings, 'account'>): Answer => {
  try {
    if (isAcknowledgement(text)) return { kind: 'acknowledgement', said: readAcknowledgement(text) }
    if (isStatement(text)) return { kind: 'statement', statement: readStatement(text, account) }
    return { kind: 'sentBack', sentBack: sentBackIn(readFile(text)) }
  } catch (error) {
    if (!(error instanceof NachaRefused)) throw error
    return { kind: 'unreadable', why: error.message }
  }
}
