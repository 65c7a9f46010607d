/**
 * How this bank reads a file of its customer: column by column from the network's tables, each as `from-to` counted from 1. It shares
 * nothing with the product's own reader, so that a mistake in one is noticed by the other.
 */
export type ParsedEntry = {
  trace: string
  routing: string
  account: string
  cents: number
  individualId: string
  name: string
  funding: 'checking' | 'savings'
  sec: 'PPD' | 'CCD'
}
export type ParsedFile = {
  date: string
  modifier: string
  origin: string
  destination: string
  reference: string
  entries: ParsedEntry[]
  /** As the file control says it, which was counted again. */
  count: number
  creditCents: number
  hash: string
}

/** Why the bank does not take a file. */
export class FileRefused extends Error {}

const refuse = (line: number, why: string): never => {
  throw new FileRefused(`LINE ${line} ${why.toUpperCase()}`)
}

/** Columns of a line, as the tables of the network give them. */
const columns = (line: string, from: number, to: number) => line.slice(from - 1, to)
const digits = (line: string, from: number, to: number, number: number): string => {
  const text = columns(line, from, to)
  return /^\d+$/.test(text) ? text : refuse(number, `columns ${from} to ${to} are not numeric`)
}

/** Tripled, septupled and as they are, all nine digits come to a multiple of ten. */
const isRouting = (nine: string): boolean =>
  Array.from(nine).reduce((sum, digit, index) => sum + Number(digit) * ([3, 7, 1][index % 3] ?? 0), 0) % 10 === 0

type Totals = { count: number; hash: number; debit: number; credit: number }
const none = (): Totals => ({ count: 0, hash: 0, debit: 0, credit: 0 })
const hashOf = ({ hash }: Totals) => String(hash % 10_000_000_000).padStart(10, '0')

const addTo = (totals: Totals, more: Totals) => {
  totals.count += more.count
  totals.hash += more.hash
  totals.debit += more.debit
  totals.credit += more.credit
}

const checkBatchControl = (line: string, at: number, totals: Totals, header: string) => {
  if (columns(line, 2, 4) !== columns(header, 2, 4)) refuse(at, 'service class differs')
  if (Number(digits(line, 5, 10, at)) !== totals.count) refuse(at, 'entry count differs')
  if (digits(line, 11, 20, at) !== hashOf(totals)) refuse(at, 'entry hash differs')
  if (Number(digits(line, 21, 32, at)) !== totals.debit) refuse(at, 'debits differ')
  if (Number(digits(line, 33, 44, at)) !== totals.credit) refuse(at, 'credits differ')
  if (columns(line, 45, 54) !== columns(header, 41, 50)) refuse(at, 'company differs')
  if (columns(line, 80, 94) !== columns(header, 80, 94)) refuse(at, 'bank or batch number differs')
}

type Ours = { odfi: string; routing: string; account: string }

const readEntryLine = (line: string, at: number, sec: string, ours: Ours) => {
  const code = columns(line, 2, 3)
  const routing = digits(line, 4, 12, at)
  if (!isRouting(routing)) refuse(at, 'routing number')
  if (columns(line, 79, 79) !== '0') refuse(at, 'addenda are not taken')
  const cents = Number(digits(line, 30, 39, at))
  if (cents === 0) refuse(at, 'no amount')
  const trace = digits(line, 80, 94, at)
  if (!trace.startsWith(ours.odfi)) refuse(at, 'trace of another bank')
  const account = columns(line, 13, 29).trimEnd()
  if (!/^[0-9A-Za-z -]{1,17}$/.test(account)) refuse(at, 'account number')
  const isOffset = code === '27'
  if (isOffset && (routing !== ours.routing || account !== ours.account)) refuse(at, 'debit of another account')
  if (!isOffset && code !== '22' && code !== '32') refuse(at, 'transaction code')
  const entry: ParsedEntry = {
    trace,
    routing,
    account,
    cents,
    individualId: columns(line, 40, 54).trim(),
    name: columns(line, 55, 76).trim(),
    funding: code === '32' ? 'savings' : 'checking',
    sec: sec === 'CCD' ? 'CCD' : 'PPD',
  }
  return { entry, isOffset }
}

/** What a file says. Throws `FileRefused` with the first thing that is wrong. */
export const parseFile = (text: string, ours: Ours): ParsedFile => {
  const lines = text.split('\n').slice(0, -1)
  if (!text.endsWith('\n') || lines.length === 0 || lines.length % 10 !== 0) refuse(lines.length, 'block is not full')
  for (const [index, line] of lines.entries())
    if (!/^[\x20-\x7e]{94}$/.test(line)) refuse(index + 1, 'record is not of 94 characters')
  const [head = ''] = lines
  if (columns(head, 1, 3) !== '101' || columns(head, 35, 40) !== '094101') refuse(1, 'file header')
  const entries: ParsedEntry[] = []
  const all = none()
  let at = 1
  let batches = 0
  while (lines[at]?.startsWith('5')) {
    const header = lines[at] ?? ''
    const service = columns(header, 2, 4)
    const sec = columns(header, 51, 53)
    batches += 1
    if (!['200', '220'].includes(service)) refuse(at + 1, 'service class')
    if (!['PPD', 'CCD'].includes(sec)) refuse(at + 1, 'entry class')
    if (Number(digits(header, 88, 94, at + 1)) !== batches) refuse(at + 1, 'batch number')
    if (columns(header, 80, 87) !== ours.odfi) refuse(at + 1, 'originating bank')
    const totals = none()
    let last = ''
    at += 1
    while (lines[at]?.startsWith('6')) {
      const line = lines[at] ?? ''
      const { entry, isOffset } = readEntryLine(line, at + 1, sec, ours)
      if (entry.trace <= last) refuse(at + 1, 'traces do not ascend')
      last = entry.trace
      addTo(totals, {
        count: 1,
        hash: Number(columns(line, 4, 11)),
        debit: isOffset ? entry.cents : 0,
        credit: isOffset ? 0 : entry.cents,
      })
      if (!isOffset) entries.push(entry)
      at += 1
    }
    if (totals.count === 0) refuse(at + 1, 'batch without entries')
    if (service === '220' ? totals.debit !== 0 : totals.debit !== totals.credit)
      refuse(at + 1, 'batch does not balance')
    if (!lines[at]?.startsWith('8')) refuse(at + 1, 'batch control is missing')
    checkBatchControl(lines[at] ?? '', at + 1, totals, header)
    addTo(all, totals)
    at += 1
  }
  const end = lines[at] ?? ''
  if (!end.startsWith('9') || batches === 0) refuse(at + 1, 'file control is missing')
  if (Number(digits(end, 2, 7, at + 1)) !== batches) refuse(at + 1, 'batch count differs')
  if (Number(digits(end, 8, 13, at + 1)) !== lines.length / 10) refuse(at + 1, 'block count differs')
  if (Number(digits(end, 14, 21, at + 1)) !== all.count) refuse(at + 1, 'entry count differs')
  if (digits(end, 22, 31, at + 1) !== hashOf(all)) refuse(at + 1, 'entry hash differs')
  if (Number(digits(end, 32, 43, at + 1)) !== all.debit) refuse(at + 1, 'debits differ')
  if (Number(digits(end, 44, 55, at + 1)) !== all.credit) refuse(at + 1, 'credits differ')
  const padding = lines.slice(at + 1)
  if (padding.length > 9 || padding.some((line) => !/^9{94}$/.test(line))) refuse(at + 2, 'something after the end')
  return {
    date: columns(head, 24, 29),
    modifier: columns(head, 34, 34),
    destination: columns(head, 4, 13).trim(),
    origin: columns(head, 14, 23).trim(),
    reference: columns(head, 87, 94).trim(),
    entries,
    count: all.count,
    creditCents: all.credit,
    hash: columns(end, 22, 31),
  }
}
