import { expect, test } from 'vitest'
import { makePaper } from './make-paper.ts'
import type { PaperContent } from './paper.ts'
import { PAPER_ROWS_MAX } from './paper.ts'

const at = new Date('2026-11-24T06:12:00Z')
const check = {
  code: 'k7qm-2xdp-9rta-5hvc-w3bz',
  url: 'https://puente.example/verify/k7qm2xdp9rta5hvcw3bz',
  title: 'Check this paper',
  text: 'Scan the code.',
  issued: 'Issued today',
  foot: 'Puente',
  page: 'Page {page} of {pages}',
  emoji: '[emoji]',
}
const paper = (more: Partial<PaperContent> = {}): PaperContent => ({
  lang: 'en',
  size: 'letter',
  title: 'Receipt',
  subject: 'PU-7K2M9QXW',
  lead: { label: 'You sent', amount: '$25.00', state: 'Completed', tone: 'positive' },
  ...more,
})
const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1')
const pagesOf = (pdf: string): number => Number(/\/Count (\d+)/.exec(pdf)?.[1])
const make = async (more: Partial<PaperContent> = {}) => textOf(await makePaper({ content: paper(more), check, at }))

test('a paper is a tagged PDF for everyone, with its title and language, and without a word of where it was made', async () => {
  const pdf = await make({ lang: 'es', title: 'Recibo' })
  expect(pdf).toMatch(/^%PDF-1\.7/)
  expect(pdf).toMatch(/<pdfuaid:part>1<\/pdfuaid:part>/)
  expect(pdf).toContain('Recibo PU-7K2M9QXW')
  expect(pdf).toMatch(/\/Lang\s*\(es\)/)
  expect(pdf).toContain('NotoSansKR')
  expect(pdf).not.toContain(process.cwd())
})

/** What a reader copies of a place to break at, as the maps of the typefaces have it. */
const NO_WIDTH = /200B>/i

test('the address that takes the code is a link, and is copied as it is written', async () => {
  const pdf = await make()
  expect(/\/URI\s*\((.*?)\)/.exec(pdf)?.[1]).toBe(check.url)
  expect(NO_WIDTH.test(pdf)).toBe(false)
})

test('a long word is broken at the end of a line, without a character that would be copied with it', async () => {
  const name = 'ana.rivera.montenegro_t8c4'
  const pdf = await make({
    subject: name,
    facts: [{ label: 'To', value: name }],
    note: { label: 'Note', text: 'x'.repeat(10_000) },
  })
  expect(NO_WIDTH.test(pdf)).toBe(false)
  expect(pdf).toContain(`Receipt ${name}`)
  expect(pagesOf(pdf)).toBeGreaterThan(1)
})

test('the same paper of the same moment is the same bytes, another moment another', async () => {
  const [first, second] = [await make(), await make()]
  expect(second).toBe(first)
  expect(textOf(await makePaper({ content: paper(), check, at: new Date(at.getTime() + 1_000) }))).not.toBe(first)
})

test('US letter and A4 are what they are called', async () => {
  expect(await make({ size: 'letter' })).toMatch(/MediaBox\s*\[0 0 612 792\]/)
  expect(await make({ size: 'a4' })).toMatch(/MediaBox\s*\[0 0 595\.\d+ 841\.\d+\]/)
})

const HOSTILE = [
  '#panic("no") #import "@preview/x:1.0.0" #read("/etc/passwd")',
  '*bold* _it_ $x^2$ `raw` @ref <label> \\u{41} // /* [x] #{ } ~ --- \\ " \' </script>',
  '\u0000\u0007\u001B[31m\u202Egnp.exe\u2066\u2069\u200D\uFEFF\uD800',
  'مرحبا بالعالم שלום עולם',
  '🎉👩‍👩‍👧🏳️‍🌈 ✅ ไทย देवनागरी 漢字 かな 한국어 Ж Ω Nguyễn ﷽ 𝕬 \u{10FFFF}',
  'x'.repeat(280),
  '한'.repeat(280),
  'a\n\n\n\r\nb\u2028c',
  'a\u0301\u0302\u0303\u0304'.repeat(70),
]

test.each(HOSTILE)('what a person wrote is drawn and never read as markup: %j', async (text) => {
  const name = Array.from(text).slice(0, 100).join('')
  const pdf = await make({
    subject: name,
    parties: [
      { label: 'From', name, lines: [text] },
      { label: 'To', name },
    ],
    facts: [{ label: 'Fact', value: text }],
    tables: [
      {
        columns: [
          { label: 'Name', grow: 1 },
          { label: 'Amount', align: 'end' },
        ],
        rows: [
          [text, '$1.00'],
          [[text, text], '$2.00'],
        ],
      },
    ],
    note: { label: 'Note', text },
  })
  expect(pdf).toMatch(/^%PDF-1\.7/)
  expect(pdf).toMatch(/<pdfuaid:part>1/)
})

test('rows go over as many pages as they need, and beyond the bound a paper is refused before it costs anything', async () => {
  const rows = (count: number) => ({
    tables: [{ columns: [{ label: 'Row' }], rows: Array.from({ length: count }, (_, n) => [`${n}`]) }],
  })
  expect(pagesOf(await make(rows(1)))).toBe(1)
  expect(pagesOf(await make(rows(100)))).toBeGreaterThan(2)
  await expect(make(rows(PAPER_ROWS_MAX + 1))).rejects.toThrow(/2001 rows/)
})

test('a paper that cannot be set fails alone', async () => {
  const broken = { ...paper(), size: 'letter', lead: { label: 'x', amount: '1', state: 'x', tone: 'unheard-of' } }
  await expect(makePaper({ content: broken as unknown as PaperContent, check, at })).rejects.toThrow(/could not be set/)
  expect(await make()).toMatch(/^%PDF/)
})
