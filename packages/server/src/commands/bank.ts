/**
 * `npm run bank -- …`, what operators see and do of withdrawals to banks; of files with ACH_PROVIDER=nacha:
 *
 *   files                                     the latest files, what waits for one, and what of the bank's answers does not fit
 *   show --file P261123A                      a file with its entries
 *   release --by OPERATOR --reason TEXT       lets everything go that waits for its cut-off, and waits for the product to do it
 *
 * `files` ends with 1 while an answer of the bank does not fit. The operator's secret is asked for, or read from OPERATOR_SECRET.
 * What to do about each: docs/runbooks/bank-files.md.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { transactionId } from '@puente/contract'
import {
  bankReleased,
  type OperatorContext,
  OperatorRefused,
  orderBankRelease,
  readBankFile,
  readBankFiles,
} from '#features/operations/index.ts'
import { operatorShell, say } from './operator-shell.ts'

const USAGE = `npm run bank -- files
npm run bank -- show --file P261123A
npm run bank -- release --by OPERATOR --reason TEXT`

const { required, readCredentials, run } = operatorShell(USAGE, ['file', 'reason'])

const WAIT_MS = 120_000
const LOOK_EVERY_MS = 1_000

type FileLine = Awaited<ReturnType<typeof readBankFiles>>['files'][number]

const momentOf = (at: Date | null): string => at?.toISOString() ?? 'not yet'

const sayFile = (file: FileLine): void => {
  const { reference, state, entries, creditCents, effectiveDay, reason } = file
  say(`${reference} ${state}${reason === null ? '' : ` (${reason})`}: ${entries} entries, ${creditCents} cents`)
  say(
    `  made ${momentOf(file.builtAt)}, handed over ${momentOf(file.handedOverAt)}, answered ${momentOf(file.answeredAt)}`,
  )
  say(`  to settle on ${effectiveDay}, settled ${momentOf(file.settledAt)}`)
}

const files = async (ctx: OperatorContext): Promise<void> => {
  const { files: latest, waiting, balance, promisedCents, odd } = await readBankFiles(ctx)
  for (const file of latest) sayFile(file)
  say(waiting ? `${waiting.count} wait for a file: ${waiting.totalCents} cents` : 'Nothing waits for a file')
  say(
    balance
      ? `Our account had ${balance.cents} cents at ${balance.at.toISOString()}; ${promisedCents} are to go for files`
      : `No statement has come; ${promisedCents} cents are to go for files`,
  )
  for (const { name, receivedAt, oddities } of odd)
    for (const { what, subject, cents } of oddities)
      say(
        `${what}: ${subject}${cents === undefined ? '' : `, ${cents} cents`}, in ${name} of ${receivedAt.toISOString()}`,
      )
  if (odd.length > 0) process.exitCode = 1
}

const show = async (ctx: OperatorContext): Promise<void> => {
  const found = await readBankFile(ctx, required('file'))
  if (!found) throw new OperatorRefused('There is no file of this name')
  sayFile(found.file)
  for (const { ref, trace, amountCents, refused, returnCode, returnCents, returnedAt } of found.entries) {
    const back = returnCode === null ? '' : `, came back ${momentOf(returnedAt)}: ${returnCode}, ${returnCents} cents`
    say(`${trace} ${transactionId(ref)} ${amountCents} cents${refused === null ? '' : `, refused: ${refused}`}${back}`)
  }
}

const release = async (ctx: OperatorContext): Promise<void> => {
  const reason = required('reason')
  const id = await orderBankRelease(ctx, await readCredentials(), reason)
  let released = await bankReleased(ctx, id)
  for (const until = Date.now() + WAIT_MS; released === null && Date.now() < until;) {
    await sleep(LOOK_EVERY_MS)
    released = await bankReleased(ctx, id)
  }
  if (released === null) process.exitCode = 1
  say(released === null ? 'The product has not come to it yet: look again with files' : `${released} have left`)
}

await run({ files, show, release })
