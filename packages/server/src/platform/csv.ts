/** Rows as CSV that is one cell for one value, whatever people have written into it. */
import { stringify } from 'csv-stringify/sync'

/**
 * Where a spreadsheet may begin a cell: at the start of a text, and, in one that takes another separator than ours or splits
 * before it reads quotes, after a line break, a tab or a semicolon; blanks and quotes before the sign do not help.
 */
const FORMULA = /(?<=^|[\n\v\f\r\u0085\u2028\u2029\t;])(?=[\s"']*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/gu
/** A tab or a return that begins a cell, where no formula follows. */
const LEADING = /^(?=[\t\r])(?![\s"']*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/u

/** The text behind an apostrophe wherever it would be taken for a formula. */
const harmless = (text: string): string => text.replace(LEADING, "'").replace(FORMULA, "'")

/** Cents as dollars with two digits, exactly. */
export const dollars = (cents: bigint): string => {
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0')
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/**
 * Lines of CSV, every field in quotes: a note comes from another person, and must neither look like another row nor run as a
 * formula on the reader's machine. A bigint is cents and becomes dollars; numbers keep their sign.
 */
export const csvLines = (
  records: readonly Record<string, unknown>[],
  columns: readonly string[],
  header: boolean,
): string =>
  stringify([...records], {
    columns: [...columns],
    header,
    quoted: true,
    quoted_empty: true,
    cast: { string: harmless, bigint: dollars },
    record_delimiter: '\r\n',
  })
