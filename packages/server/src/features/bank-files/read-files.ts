/** How withdrawals by file stand, for operators: read as their own role, without a number of any account. */
import type { Db } from '#platform/db/database.ts'
import { listOddAnswers, type OddAnswer, findBalance } from './answers-store.ts'
import type { Balance, Waiting } from './bank-files-rules.ts'
import { type EntryLine, listEntryLines, readWaiting } from './entries-store.ts'
import { findFile, type FileLine, listFiles, sumPromised } from './files-store.ts'

export type BankFilesReading = {
  files: FileLine[]
  waiting: Waiting | null
  balance: Balance | null
  /** What the bank will still take for files that stand. */
  promisedCents: bigint
  odd: OddAnswer[]
}

const SHOWN = 30

/** The latest files and answers that do not fit, what waits, and what there is to pay it with. */
export const readBankFiles = async ({ db }: { db: Db }): Promise<BankFilesReading> => ({
  files: await listFiles(db, SHOWN),
  waiting: await readWaiting(db),
  balance: await findBalance(db),
  promisedCents: await sumPromised(db),
  odd: await listOddAnswers(db, SHOWN),
})

/** One file with its entries; null when there is none of this name. */
export const readBankFile = async (
  { db }: { db: Db },
  reference: string,
): Promise<{ file: FileLine; entries: EntryLine[] } | null> => {
  const file = await findFile(db, reference)
  return file && { file, entries: await listEntryLines(db, file.id) }
}
