/** What a statement as PDF says. Its sums re-add: opening, plus money in, less money out, less fees, is closing. */
import { STORED_LANGUAGES, zoneName } from '@puente/contract'
import type { PaperTotal, PaperWords } from '#features/papers/index.ts'
import type { PaperContent } from '#platform/papers/paper.ts'
import { feeOutside, feeWithin, inOneLine, type Line, type Period } from './statement-rules.ts'

export type StatementPaper = {
  period: Period
  at: Date
  openingCents: bigint
  closingCents: bigint
  heldCents: bigint
  lines: readonly Line[]
  holder: { name: string; handle: string }
}

type Content = Omit<PaperContent, 'lang' | 'otherLang' | 'size'>
type Sums = Record<'moneyIn' | 'moneyOut' | 'fees' | 'onTop', bigint>

/** What a line moved without its fee: amount and fee together are its change of the balance. */
const movedBy = (line: Line): bigint => line.changeCents + feeWithin(line)

const sumsOf = (lines: readonly Line[]): Sums => {
  const sums = { moneyIn: 0n, moneyOut: 0n, fees: 0n, onTop: 0n }
  for (const line of lines) {
    const moved = movedBy(line)
    if (moved > 0n) sums.moneyIn += moved
    else sums.moneyOut -= moved
    sums.fees += feeWithin(line)
    sums.onTop += feeOutside(line)
  }
  return sums
}

/** The sums that are signed; `fees` are those that were taken from the balance. */
export const statementTotals = ({ openingCents, closingCents, heldCents, lines }: StatementPaper): PaperTotal[] => {
  const { moneyIn, moneyOut, fees } = sumsOf(lines)
  return [
    { name: 'opening', cents: Number(openingCents) },
    { name: 'moneyIn', cents: Number(moneyIn) },
    { name: 'moneyOut', cents: Number(moneyOut) },
    { name: 'fees', cents: Number(fees) },
    { name: 'closing', cents: Number(closingCents) },
    ...(heldCents === 0n ? [] : [{ name: 'onHold' as const, cents: Number(heldCents) }]),
  ]
}

/** Rows stand in the language of the paper alone. */
const own = (words: string | readonly string[]): string => [words].flat()[0] ?? ''

const besides = (...texts: string[]): string => texts.filter((text) => text !== '').join(' · ')

const rowsOf = ({ lines, period: { zone } }: StatementPaper, { both, lang, money }: PaperWords) => {
  const locale = STORED_LANGUAGES[lang]
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: zone })
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: zone })
  return lines.map((line) => {
    const { told, changeCents } = line
    const [fee, onTop] = [feeWithin(line), feeOutside(line)]
    const kind = own(both(`receipt.done.${told?.type ?? 'adjustment'}.${changeCents > 0n ? 'in' : 'out'}`))
    const said = onTop > 0n ? own(both('statement.onTop', { fee: money(onTop) })) : ''
    return [
      [day.format(line.at), time.format(line.at)],
      [
        besides(kind, inOneLine(told?.counterpart ?? '')),
        besides(inOneLine(told?.note ?? ''), said, told?.reference ?? ''),
      ],
      money(movedBy(line)),
      fee === 0n ? '' : money(-fee),
      money(line.balanceCents),
    ]
  })
}

const sumRows = (paper: StatementPaper, { both, money }: PaperWords) => {
  const { moneyIn, moneyOut, fees } = sumsOf(paper.lines)
  return [
    { label: both('statement.opening'), value: money(paper.openingCents) },
    { label: both('statement.moneyIn'), value: money(moneyIn) },
    { label: both('statement.moneyOut'), value: money(-moneyOut) },
    { label: both('statement.fees'), value: money(-fees) },
    { label: both('statement.closing'), value: money(paper.closingCents), strong: true },
    ...(paper.heldCents === 0n
      ? []
      : [
          { label: both('statement.onHold'), value: money(paper.heldCents) },
          { label: both('statement.available'), value: money(paper.closingCents - paper.heldCents) },
        ]),
  ]
}

export const statementContent =
  (paper: StatementPaper) =>
  (words: PaperWords): Content => {
    const { both, each, lang, money, day } = words
    const { period, at, closingCents, holder } = paper
    const isOver = period.until <= at
    const { onTop } = sumsOf(paper.lines)
    const rows = rowsOf(paper, words)
    return {
      title: both('statement.title'),
      subject: `${day(period.fromDate, lang)} – ${day(period.toDate, lang)}`,
      lead: {
        label: both('statement.closing'),
        amount: money(closingCents),
        state: both(isOver ? 'statement.final' : 'statement.soFar'),
        tone: isOver ? 'neutral' : 'waiting',
        ...(!isOver && { text: both('statement.soFarText') }),
      },
      facts: [
        { label: both('statement.holder'), value: `${holder.name} · @${holder.handle}` },
        {
          label: both('statement.period'),
          value: each((one) => `${day(period.fromDate, one)} – ${day(period.toDate, one)}`),
        },
        { label: both('statement.zone'), value: each((one) => zoneName(period.zone, STORED_LANGUAGES[one])) },
        ...(onTop === 0n ? [] : [{ label: both('statement.onTopSum'), value: money(onTop) }]),
      ],
      tables: [
        {
          title: both('statement.moved'),
          columns: [
            { label: both('statement.date') },
            { label: both('statement.what'), grow: 1 },
            { label: both('statement.amount'), align: 'end' },
            { label: both('statement.fee'), align: 'end' },
            { label: both('statement.balance'), align: 'end' },
          ],
          rows,
          totals: sumRows(paper, words),
        },
      ],
      terms: [...(rows.length === 0 ? [both('statement.none')] : []), both('statement.scope')],
    }
  }
