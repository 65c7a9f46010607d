/** Takes over that the bank has taken a file's total out of our account: what is in it has settled. */
import type { Trx } from '#platform/db/database.ts'
import type { StatementLine } from '#providers/ach/nacha/read-statement.ts'
import type { Applied } from './applied.ts'
import { listTracesOf, sumRefused } from './entries-store.ts'
import { answerFile, lockFileByReference } from './files-store.ts'

/** The bank must have, or may have, what it takes money for. */
const MAY_SETTLE: readonly string[] = ['staged', 'handedOver', 'acknowledged']

/** The same line stands in the statements of a day and of its end: its name at the bank makes it one. */
export const applySettled = async (
  trx: Trx,
  { cents, bankReference, ourReference }: StatementLine,
  at: Date,
): Promise<Applied> => {
  const odd = (what: 'unknownFile' | 'otherTotals' | 'settledTwice'): Applied => ({
    traces: [],
    oddities: [{ what, subject: ourReference || bankReference, cents: String(cents) }],
  })
  const file = await lockFileByReference(trx, ourReference)
  if (!file) return odd('unknownFile')
  if (file.state === 'settled')
    return file.settledBy === bankReference ? { traces: [], oddities: [] } : odd('settledTwice')
  const wanted = file.creditCents - (await sumRefused(trx, file.id))
  if (!MAY_SETTLE.includes(file.state) || cents !== wanted) return odd('otherTotals')
  await answerFile(trx, file.id, { state: 'settled', settledBy: bankReference, settledAt: at }, at)
  return { traces: await listTracesOf(trx, file.id), oddities: [] }
}
