import { expect, test } from 'vitest'
import { csvRecords } from '#test/statements.ts'
import { csvLines } from './csv.ts'

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
  ['a tab first', '\t1', "'\t1"],
  ['an honest text', 'Café – 3-4 people, 50% = half', 'Café – 3-4 people, 50% = half'],
])('[V1.2.3] %s in a note is one cell of its row, and none a spreadsheet would run', (_, note, cell) => {
  const text = csvLines([{ id: 'a', note, amount: 5, empty: '' }], ['id', 'note', 'amount', 'empty'], true)
  expect(csvRecords(text)).toEqual([
    ['id', 'note', 'amount', 'empty'],
    ['a', cell, '5', ''],
  ])
  // Whichever separator a program splits by before it looks at quotes.
  for (const piece of text.split(/[\r\n\t;]/)) expect(piece.replace(/^"/, '')).not.toMatch(/^[\s"]*[=+\-@＝＋－＠]/)
})
