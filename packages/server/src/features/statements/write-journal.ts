/**
 * A statement as a journal for hledger and ledger-cli. It begins with the opening balance and says after each transaction what
 * the balance is: the program that reads it checks that everything adds up.
 */
import { transactionId } from '@puente/contract'
import { dollars } from '#platform/csv.ts'
import { OPENING_ACCOUNT, postingsOf, WALLET_ACCOUNT } from './postings-rules.ts'
import type { Statement } from './statement-lines.ts'
import { inOneLine, type Line, localTimes } from './statement-rules.ts'

/** `;` begins a comment, and `|` parts payee and note. */
const plain = (text: string): string => inOneLine(text).replaceAll(';', ',').replaceAll('|', '/')

const posting = (account: string, cents: bigint, balance?: bigint): string =>
  `    ${account.padEnd(32)}  ${dollars(cents).padStart(16)} USD${balance === undefined ? '' : ` = ${dollars(balance)} USD`}\n`

const entryOf = (line: Line, timeOf: (at: Date) => string): string => {
  const { told } = line
  const texts = told ? [told.counterpart, told.note].map(plain).filter((text) => text !== '') : []
  const description = texts.length > 0 ? texts.join(' | ') : `Puente ${told?.type ?? 'adjustment'}`
  const [day = '', time = ''] = timeOf(line.at).split(' ')
  const facts = told ? `    ; type: ${told.type}\n    ; method: ${told.method}\n` : ''
  const [wallet, ...others] = postingsOf(line)
  return [
    `${day} * ${told ? `(${told.reference}) ` : ''}${description}\n`,
    `    ; id: ${transactionId(line.id)}\n    ; time: ${time}\n${facts}`,
    posting(WALLET_ACCOUNT, wallet?.cents ?? 0n, line.balanceCents),
    ...others.map(({ account, cents }) => posting(account, cents)),
    '\n',
  ].join('')
}

/** What of the closing balance is on hold, as a comment of both grammars: it is still in the wallet, so no posting says it. */
export const onHold = ({ balanceCents, heldCents }: Statement['closing']): string =>
  heldCents === 0n ? '' : `; On hold: ${dollars(heldCents)} USD, available: ${dollars(balanceCents - heldCents)} USD\n`

export const writeJournal = async function* ({
  period: { fromDate, toDate, zone },
  opening,
  closing,
  lines,
}: Statement): AsyncGenerator<string> {
  const timeOf = localTimes(zone)
  yield `; Puente, ${fromDate} to ${toDate}, days of ${zone}\n; In a book that has the statement before this one, leave the opening balance out.\n\n`
  if (opening.balanceCents !== 0n)
    yield [
      `${fromDate} * Opening balance\n`,
      posting(WALLET_ACCOUNT, opening.balanceCents, opening.balanceCents),
      posting(OPENING_ACCOUNT, -opening.balanceCents),
      '\n',
    ].join('')
  for await (const page of lines()) yield page.map((line) => entryOf(line, timeOf)).join('')
  yield `; Closing balance: ${dollars(closing.balanceCents)} USD\n${onHold(closing)}; End of the statement\n`
}
