/**
 * A bank's statement in the form of the BAI (version 2), as far as it speaks of files: what can be spent, which files were
 * taken from our account (type 466), and which entries came back (257). What its trailers count is counted again.
 */
import { momentInNewYork } from '#platform/calendar/bank-days-rules.ts'
import { NachaRefused } from './layout.ts'

export type StatementLine = { cents: bigint; bankReference: string; ourReference: string }
export type Statement = {
  /** When it was so. */
  at: Date
  availableCents: bigint
  settled: StatementLine[]
  returned: StatementLine[]
}

type BaiRecord = { code: string; fields: string[]; line: number }

const SETTLED = '466'
const RETURNED = '257'
/** Available now, else at the close of the day. */
const AVAILABLE = ['060', '045'] as const
/** Funds of which nothing more is said on the line. */
const PLAIN_FUNDS = ['', '0', '1', '2', 'Z']

export const isStatement = (text: string): boolean => text.startsWith('01,')

const recordsOf = (text: string): BaiRecord[] => {
  const records: BaiRecord[] = []
  for (const [index, raw] of text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .entries()) {
    const [code = '', ...fields] = raw.trimEnd().replace(/\/$/, '').split(',')
    const last = records.at(-1)
    if (code === '88' && last) last.fields.push(...fields)
    else records.push({ code, fields, line: index + 1 })
  }
  return records
}

const numberOf = (value: string | undefined, line: number): bigint => {
  if (value === undefined || !/^[+-]?\d{1,15}$/.test(value)) throw new NachaRefused(line, 'a number is wanted')
  return BigInt(value)
}

const momentOf = ({ fields, line }: BaiRecord): Date => {
  const [, date = '', time = ''] = /^(\d{6}),(\d{4})$/.exec(`${fields[3]},${fields[4] ?? ''}`) ?? []
  if (date === '') throw new NachaRefused(line, 'it does not say when it was so')
  const day = `20${date.slice(0, 2)}-${date.slice(2, 4)}-${date.slice(4)}`
  // The end of a day is written 2400 or 9999; the night is of no matter.
  const clock = time > '2359' ? '2359' : time < '0300' ? '0300' : time
  return momentInNewYork(day, `${clock.slice(0, 2)}:${clock.slice(2)}`)
}

/** Type, amount, count and funds, over and over. */
const balancesOf = ({ fields, line }: BaiRecord): Map<string, bigint> => {
  const balances = new Map<string, bigint>()
  for (let at = 2; at < fields.length; at += 4) {
    const [type = '', amount = ''] = fields.slice(at)
    if (type !== '' && amount !== '') balances.set(type, numberOf(amount, line))
  }
  return balances
}

const lineOf = ({ fields, line }: BaiRecord): StatementLine => {
  const [, amount, funds = '', bankReference = '', ourReference = ''] = fields
  if (!PLAIN_FUNDS.includes(funds)) throw new NachaRefused(line, 'funds of a kind that is not known')
  return { cents: numberOf(amount, line), bankReference, ourReference }
}

const expect = ({ fields, line }: BaiRecord, wanted: readonly bigint[]): void => {
  for (const [index, value] of wanted.entries())
    if (numberOf(fields[index], line) !== value) throw new NachaRefused(line, `it should count ${value}`)
}

/** The account's part of a statement. Throws `NachaRefused` for one that is not whole, or is not of this account alone. */
export const readStatement = (text: string, account: string): Statement => {
  const records = recordsOf(text)
  const [file, group, owner] = records
  const [accountEnd, groupEnd, fileEnd] = records.slice(-3)
  const order = [file, group, owner, accountEnd, groupEnd, fileEnd].map((record) => record?.code).join()
  if (order !== '01,02,03,49,98,99' || !group || !owner || !accountEnd || !groupEnd || !fileEnd)
    throw new NachaRefused(1, 'a statement of one account is wanted')
  if (owner.fields[0] !== account) throw new NachaRefused(owner.line, 'of another account')
  const details = records.slice(3, -3)
  for (const { code, line } of details) if (code !== '16') throw new NachaRefused(line, 'a record out of place')
  const balances = balancesOf(owner)
  const lines = details.map((record) => ({ type: record.fields[0] ?? '', line: lineOf(record) }))
  const total = [...balances.values(), ...lines.map(({ line }) => line.cents)].reduce((sum, cents) => sum + cents, 0n)
  expect(accountEnd, [total, BigInt(accountEnd.line - owner.line + 1)])
  expect(groupEnd, [total, 1n, BigInt(groupEnd.line - group.line + 1)])
  expect(fileEnd, [total, 1n, BigInt(fileEnd.line)])
  const availableCents = AVAILABLE.map((type) => balances.get(type)).find((cents) => cents !== undefined)
  if (availableCents === undefined) throw new NachaRefused(owner.line, 'it does not say what can be spent')
  const of = (wanted: string) => lines.filter(({ type }) => type === wanted).map(({ line }) => line)
  return { at: momentOf(group), availableCents, settled: of(SETTLED), returned: of(RETURNED) }
}
