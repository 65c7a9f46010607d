import { expect, test } from 'vitest'
import { csvLines } from './export-rows.ts'

/** RFC 4180 to the letter: every field in quotes, a quote within doubled, CRLF after every record, nothing else between. */
const strictly = (text: string): string[][] => {
  const field = /"((?:[^"]|"")*)"(,|\r\n)/y
  const rows: string[][] = [[]]
  while (field.lastIndex < text.length) {
    const at = field.lastIndex
    const found = field.exec(text)
    if (!found) throw new Error(`no field at ${at}: ${text.slice(at, at + 40)}`)
    rows.at(-1)?.push((found[1] ?? '').replaceAll('""', '"'))
    if (found[2] === '\r\n') rows.push([])
  }
  return rows.slice(0, -1)
}

test.each([
  ['a formula', '=1+1', "'=1+1"],
  ['one in another line', 'thanks\n=WEBSERVICE(CHAR(104)&A2)\n=1+1', "thanks\n'=WEBSERVICE(CHAR(104)&A2)\n'=1+1"],
  ['one after CR alone', 'thanks\r@SUM(1)', "thanks\r'@SUM(1)"],
  ['one after a semicolon', 'rent;=1+1', "rent;'=1+1"],
  ['one after a tab', 'rent\t-1+1', "rent\t'-1+1"],
  ['one behind quotes and blanks', 'rent; "" =1+1', `rent;' "" =1+1`],
  ['a full-width one', '＝1+1', "'＝1+1"],
  ['one after blank lines', '\n\n=1', "'\n'\n'=1"],
  ['a forged row', 'hi\nid,2026-11-01,sent,9999.00', 'hi\nid,2026-11-01,sent,9999.00'],
  ['a forged end of the field', 'hi"\r\n"id","9999.00"', 'hi"\r\n"id","9999.00"'],
  ['an honest text', 'Café – 3-4 people, 50% = half', 'Café – 3-4 people, 50% = half'],
])('%s in a note is one cell of its row, and none a spreadsheet would run', (_, note, cell) => {
  const text = csvLines([{ id: 'a', note, amount: 5, empty: '' }], ['id', 'note', 'amount', 'empty'], true)
  expect(strictly(text)).toEqual([
    ['id', 'note', 'amount', 'empty'],
    ['a', cell, '5', ''],
  ])
  // Whichever separator a program splits by before it looks at quotes.
  for (const piece of text.split(/[\r\n\t;]/)) expect(piece.replace(/^"/, '')).not.toMatch(/^[\s"]*[=+\-@＝＋－＠]/)
})
