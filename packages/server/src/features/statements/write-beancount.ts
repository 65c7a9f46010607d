/** A statement as a file for beancount, whose grammar no other program shares. Its closing balance is one that beancount checks. */
import { transactionId } from '@puente/contract'
import { dollars } from '#platform/csv.ts'
import { ACCOUNTS, OPENING_ACCOUNT, postingsOf, WALLET_ACCOUNT } from './postings-rules.ts'
import type { Statement } from './statement-lines.ts'
import { inOneLine, type Line, localTimes } from './statement-rules.ts'
import { onHold } from './write-journal.ts'

const DAY_MS = 86_400_000

const quoted = (text: string): string => `"${inOneLine(text).replaceAll(/["\\]/g, String.raw`\$&`)}"`

const posting = (account: string, cents: bigint): string =>
  `  ${account.padEnd(34)}  ${dollars(cents).padStart(16)} USD\n`

const entryOf = (line: Line, timeOf: (at: Date) => string): string => {
  const { told } = line
  const [day = '', time = ''] = timeOf(line.at).split(' ')
  const payee = told?.counterpart ? `${quoted(told.counterpart)} ` : ''
  const facts = told ? `  reference: "${told.reference}"\n  type: "${told.type}"\n  method: "${told.method}"\n` : ''
  return [
    `${day} * ${payee}${quoted(told?.note || `Puente ${told?.type ?? 'adjustment'}`)}\n`,
    `  id: "${transactionId(line.id)}"\n  time: "${time}"\n${facts}`,
    ...postingsOf(line).map(({ account, cents }) => posting(account, cents)),
    '\n',
  ].join('')
}

const dayAfter = (day: string): string => new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10)

/** Beancount checks what a balance was at the beginning of a day. While the range is not over it may still change, and is only noted. */
const closingLine = ({ period: { toDate, until }, at, closing }: Statement): string => {
  const balance = `${dollars(closing.balanceCents)} USD`
  return until <= at
    ? `${dayAfter(toDate)} balance ${WALLET_ACCOUNT}  ${balance}\n`
    : `; Closing balance so far: ${balance}\n`
}

export const writeBeancount = async function* (statement: Statement): AsyncGenerator<string> {
  const { period, opening, lines } = statement
  const { fromDate, toDate, zone } = period
  const timeOf = localTimes(zone)
  yield `; Puente, ${fromDate} to ${toDate}, days of ${zone}\n; In a book that has the statement before this one, leave out the accounts and the opening balance.\n\n`
  yield `${ACCOUNTS.map((account) => `${fromDate} open ${account}\n`).join('')}\n`
  if (opening.balanceCents !== 0n)
    yield [
      `${fromDate} * "Opening balance"\n`,
      posting(WALLET_ACCOUNT, opening.balanceCents),
      posting(OPENING_ACCOUNT, -opening.balanceCents),
      '\n',
    ].join('')
  for await (const page of lines()) yield page.map((line) => entryOf(line, timeOf)).join('')
  yield onHold(statement.closing) + closingLine(statement)
}
