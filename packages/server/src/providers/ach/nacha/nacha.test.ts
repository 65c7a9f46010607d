import { isRoutingNumber } from '@puente/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NachaRefused, PADDING } from './layout.ts'
import { readFile } from './read-file.ts'
import { correctionOf, sentBackIn } from './returned-rules.ts'
import { writeFile } from './write-file.ts'
import type { CreditEntry, CreditFile } from './write-file.ts'

const FROM = { odfiRouting: '091000019', originId: '1234567890', companyId: '1234567890', companyName: 'PUENTE' }

/** Eight digits of the Federal Reserve's ranges with the check digit that fits. */
const routing = fc
  .tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 0, max: 999_999 }))
  .map(([district, rest]) => {
    const eight = `${String(district).padStart(2, '0')}${String(rest).padStart(6, '0')}`
    return (
      Array.from('0123456789')
        .map((check) => eight + check)
        .find(isRoutingNumber) ?? ''
    )
  })

const entries = fc
  .array(
    fc.record({
      sec: fc.constantFrom('PPD' as const, 'CCD' as const),
      funding: fc.constantFrom('checking' as const, 'savings' as const),
      routingNumber: routing,
      accountNumber: fc.stringMatching(/^\d{4,17}$/),
      amountCents: fc.bigInt({ min: 1n, max: 10_000_000n }),
      individualId: fc.stringMatching(/^[0-9A-F]{1,15}$/),
      name: fc.stringMatching(/^[A-Z][A-Z ]{0,20}[A-Z]$/),
    }),
    { minLength: 1, maxLength: 25 },
  )
  .map((rows): CreditEntry[] =>
    rows.map((row, index) => ({ ...row, trace: `09100001${String(index + 1).padStart(7, '0')}` })),
  )

const fileOf = (of: readonly CreditEntry[]): CreditFile => ({
  from: FROM,
  madeOn: { day: '2026-11-20', time: '16:00' },
  effectiveDay: '2026-11-23',
  modifier: 'A',
  reference: 'P0000001',
  entries: of,
})

const ONE: CreditEntry = {
  trace: '091000010000001',
  sec: 'PPD',
  funding: 'checking',
  routingNumber: '021000021',
  accountNumber: '000123456789',
  amountCents: 12_345n,
  individualId: 'ABC123',
  name: 'JOSE NUNEZ',
}

test('a file for the bank has records of 94 characters in the places that the network gives them', () => {
  const [header = '', batch = '', entry = '', control = '', end = '', ...padding] = writeFile(fileOf([ONE]))
    .trimEnd()
    .split('\n')
  expect(header).toBe('101 09100001912345678902611201600A094101                       PUENTE                 P0000001')
  expect(batch).toBe('5220PUENTE                              1234567890PPDWITHDRAWAL261120261123   1091000010000001')
  expect(entry).toBe('622021000021000123456789     0000012345ABC123         JOSE NUNEZ              0091000010000001')
  expect(control).toBe('822000000100021000020000000000000000000123451234567890                         091000010000001')
  expect(end).toBe(`9000001000001000000010002100002000000000000000000012345${' '.repeat(39)}`)
  expect(padding).toEqual(Array.from({ length: 5 }, () => PADDING))
})

test('what is written is read as it was, and its sums are those of the entries', () => {
  fc.assert(
    fc.property(entries, (of) => {
      const read = readFile(writeFile(fileOf(of)))
      const found = read.batches.flatMap(({ header, entries: rows }) =>
        rows.map(({ values }): Record<string, string | undefined> => ({ ...values, sec: header['sec'] })),
      )
      expect(found).toHaveLength(of.length)
      for (const { trace, routingNumber, accountNumber, amountCents, name, sec } of of)
        expect(found.find((row) => row['trace'] === trace)).toMatchObject({
          routing: routingNumber,
          account: accountNumber,
          amount: String(amountCents).padStart(10, '0'),
          name,
          sec,
        })
      expect(read.sums.creditCents).toBe(of.reduce((sum, { amountCents }) => sum + amountCents, 0n))
      expect(read.sums.debitCents).toBe(0n)
    }),
    { numRuns: 50 },
  )
})

/** Fields that no control record covers; of a trace it is the place in its order and the bank that are looked at. */
const UNCOVERED =
  /^(time|date|modifier|reference|destination|destinationName|origin|originName|companyName|discretionary|sec|description|descriptiveDate|effectiveDate|settlementDay|account|individualId|name|authentication|code|priority|trace)$/

test('a character that differs is refused, or it stands where nothing is counted: never in an amount or a bank', () => {
  fc.assert(
    fc.property(
      entries.chain((of) => {
        const text = writeFile(fileOf(of))
        return fc.tuple(fc.constant(text), fc.nat(text.length - 1), fc.constantFrom(...Array.from('0123456789ABCZ ')))
      }),
      ([text, at, other]) => {
        if (text[at] === other || text[at] === '\n') return
        const spoilt = text.slice(0, at) + other + text.slice(at + 1)
        let after
        try {
          after = readFile(spoilt)
        } catch (error) {
          expect(error).toBeInstanceOf(NachaRefused)
          return
        }
        const before = readFile(text)
        const flat = ({ header, batches }: typeof before) => [
          header,
          ...batches.flatMap((batch) => [batch.header, ...batch.entries.map(({ values }) => values)]),
        ]
        const [was, is] = [flat(before), flat(after)]
        const differing = was.flatMap((values, index) =>
          Object.keys(values).filter((name) => values[name] !== is[index]?.[name]),
        )
        for (const name of differing) expect(name).toMatch(UNCOVERED)
        expect(after.sums).toEqual(before.sums)
      },
    ),
    { numRuns: 300 },
  )
})

test('text that is no file is refused, whatever it is, and never throws anything else', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(() => readFile(text)).toThrow(NachaRefused)
    }),
  )
})

test('a file cut short, a line too long, a record out of place or padding too much is refused', () => {
  const lines = writeFile(fileOf([ONE]))
    .trimEnd()
    .split('\n')
  const joined = (...rows: string[]) => `${rows.join('\n')}\n`
  const wrong = [
    joined(...lines.slice(0, -1)),
    joined(...lines, ...Array.from({ length: 10 }, () => PADDING)),
    joined(`${lines[0]} `, ...lines.slice(1)),
    joined(...lines.slice(0, 2), ...lines.slice(3)),
    joined(...lines.slice(0, 1), ...lines.slice(2), PADDING),
  ]
  for (const text of wrong) expect(() => readFile(text)).toThrow(NachaRefused)
})

/** A file as a bank sends it: one entry of ours under the bank's own trace, with the addenda that says why. */
const fromBank = (sec: string, cents: bigint, addenda: string): string => {
  const [amount, credit, hash] = [10, 12].map((length) => String(cents).padStart(length, '0')).concat('0009100001')
  const lines = [
    `101${'1234567890'}${' 091000019'}2611240830A094101${'PUENTE'.padEnd(23)}${'SOME BANK'.padEnd(31)}`,
    `5200${'PUENTE'.padEnd(36)}1234567890${sec}WITHDRAWAL      261124   1021000020000001`,
    `621091000019${'123456789'.padEnd(17)}${amount}${'ABC123'.padEnd(15)}${'JOSE NUNEZ'.padEnd(24)}1021000020000001`,
    addenda,
    `8200000002${hash}${'0'.repeat(12)}${credit}1234567890${' '.repeat(25)}021000020000001`,
    `900000100000100000002${hash}${'0'.repeat(12)}${credit}${' '.repeat(39)}`,
  ]
  return `${[...lines, ...Array.from({ length: 4 }, () => PADDING)].join('\n')}\n`
}

test('returns and notifications of change are read out of the files in which banks send them', () => {
  const about = { originalTrace: '091000010000001', trace: '021000020000001' }
  const returned = `799R17091000010000001      02100002${'QUESTIONABLE'.padEnd(44)}021000020000001`
  expect(sentBackIn(readFile(fromBank('PPD', 12_345n, returned)))).toEqual([
    { ...about, kind: 'return', code: 'R17', information: 'QUESTIONABLE', amountCents: 12_345n },
  ])
  const notice = `798C03091000010000001      02100002${'021000021 99887766'.padEnd(44)}021000020000001`
  const correction = { routingNumber: '021000021', accountNumber: '99887766', funding: null }
  expect(sentBackIn(readFile(fromBank('COR', 0n, notice)))).toEqual([
    { ...about, kind: 'notice', code: 'C03', correction, amountCents: 0n },
  ])
})

test.each([
  ['C01', '99887766', { accountNumber: '99887766', routingNumber: null, funding: null }],
  ['C02', '021000021', { accountNumber: null, routingNumber: '021000021', funding: null }],
  ['C05', '32', { accountNumber: null, routingNumber: null, funding: 'savings' }],
  ['C06', '99887766 22', { accountNumber: '99887766', routingNumber: null, funding: 'checking' }],
  ['C07', '021000021 99887766      32', { accountNumber: '99887766', routingNumber: '021000021', funding: 'savings' }],
  ['C04', 'NUNEZ JOSE', { accountNumber: null, routingNumber: null, funding: null }],
] as const)('%s corrects what its data says', (code, data, correction) => {
  expect(correctionOf(code, data)).toEqual(correction)
})
