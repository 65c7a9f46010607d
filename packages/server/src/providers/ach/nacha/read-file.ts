/**
 * Reads a file as strictly as a bank does: what its control records count is counted again, and a file that differs in
 * one of them is refused as a whole. The same reader takes our own files, returns and notifications of change.
 */
import { isRoutingNumber } from '@puente/contract'
import { LINES_PER_BLOCK, NachaRefused, PADDING, readRecord, RECORD_LENGTH } from './layout.ts'
import type { RecordName, Values } from './layout.ts'
import { NO_SUMS, sumValues, withEntry, withSums } from './sums.ts'
import type { Sums } from './sums.ts'

export type ReadEntry = { values: Values; addenda: Values[] }
type ReadBatch = { header: Values; entries: ReadEntry[] }
export type ReadFile = { header: Values; batches: ReadBatch[]; sums: Sums }

const ADDENDA: Readonly<Record<string, RecordName>> = { '05': 'addenda05', '98': 'addenda98', '99': 'addenda99' }
/** Returns and notifications of change carry the trace of who sends them back. */
const SENT_BACK = /[16]$/
const CLASS_FORBIDS: Readonly<Record<string, (sums: Sums) => boolean>> = {
  '200': () => false,
  '220': ({ debitCents }) => debitCents > 0n,
  '225': ({ creditCents }) => creditCents > 0n,
}

/** The lines of a file one after the other, with their numbers. */
const cursor = (lines: readonly string[]) => {
  let at = 0
  return {
    get number() {
      return at + 1
    },
    kind: (): string => lines[at]?.[0] ?? '',
    code: (): string => lines[at]?.slice(1, 3) ?? '',
    take(name: RecordName): Values {
      const line = lines[at] ?? ''
      at += 1
      return readRecord(name, line, at)
    },
    rest: (): readonly string[] => lines.slice(at),
  }
}
type Cursor = ReturnType<typeof cursor>

/** Without the zeros that fill a number. */
const plain = (value: string | undefined): string => (value ?? '').replace(/^0+(?=\d)/, '')

const compare = (number: number, found: Values, wanted: Values): void => {
  for (const [name, value] of Object.entries(wanted)) {
    if (plain(found[name]) !== plain(value))
      throw new NachaRefused(number, `${name} is ${found[name]} and should be ${value}`)
  }
}

const readEntry = (at: Cursor, odfi: string, lastTrace: string): ReadEntry => {
  const line = at.number
  const values = at.take('entry')
  const addenda: Values[] = []
  while (at.kind() === '7') {
    const name = ADDENDA[at.code()]
    if (!name) throw new NachaRefused(at.number, 'an addenda of another type')
    addenda.push(at.take(name))
  }
  const { code = '', routing = '', trace = '' } = values
  if (!isRoutingNumber(routing)) throw new NachaRefused(line, 'the routing number is not valid')
  if (values['hasAddenda'] !== (addenda.length > 0 ? '1' : '0')) throw new NachaRefused(line, 'addenda differ')
  if (SENT_BACK.test(code) && addenda.length === 0) throw new NachaRefused(line, 'a return says why')
  if (trace <= lastTrace) throw new NachaRefused(line, 'traces must ascend')
  if (!SENT_BACK.test(code) && !trace.startsWith(odfi)) throw new NachaRefused(line, 'the trace is of another bank')
  return { values, addenda }
}

const readBatch = (at: Cursor, number: number): { batch: ReadBatch; sums: Sums } => {
  const headerLine = at.number
  const header = at.take('batchHeader')
  const { odfi = '', serviceClass = '', companyId = '', batch = '' } = header
  if (Number(batch) !== number) throw new NachaRefused(headerLine, 'batches must be numbered in order')
  const entries: ReadEntry[] = []
  let sums = NO_SUMS
  while (at.kind() === '6') {
    const entry = readEntry(at, odfi, entries.at(-1)?.values['trace'] ?? '')
    entries.push(entry)
    sums = withEntry(sums, entry.values, entry.addenda.length)
  }
  if (entries.length === 0) throw new NachaRefused(at.number, 'a batch without entries')
  const forbids = CLASS_FORBIDS[serviceClass]
  if (!forbids || forbids(sums)) throw new NachaRefused(headerLine, 'the service class does not fit')
  compare(at.number, at.take('batchControl'), { ...sumValues(sums), serviceClass, companyId, odfi, batch })
  return { batch: { header, entries }, sums }
}

/** What a file says. Throws `NachaRefused` with the first thing that is wrong. */
export const readFile = (text: string): ReadFile => {
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/)
  const odd = lines.findIndex((line) => line.length !== RECORD_LENGTH || !/^[\x20-\x7e]+$/.test(line))
  if (odd >= 0) throw new NachaRefused(odd + 1, `must be ${RECORD_LENGTH} plain characters`)
  if (lines.length % LINES_PER_BLOCK !== 0) throw new NachaRefused(lines.length, 'the last block is not full')
  const at = cursor(lines)
  const header = at.take('fileHeader')
  if (!/^[A-Z0-9]$/.test(header['modifier'] ?? '')) throw new NachaRefused(1, 'the modifier is a letter or a digit')
  if (!isRoutingNumber(header['destination'] ?? '') && !isRoutingNumber(header['origin'] ?? ''))
    throw new NachaRefused(1, 'neither side is a bank')
  const batches: ReadBatch[] = []
  let sums = NO_SUMS
  while (at.kind() === '5') {
    const read = readBatch(at, batches.length + 1)
    batches.push(read.batch)
    sums = withSums(sums, read.sums)
  }
  const blocks = String(lines.length / LINES_PER_BLOCK)
  compare(at.number, at.take('fileControl'), { ...sumValues(sums), batches: String(batches.length), blocks })
  const rest = at.rest()
  if (rest.length >= LINES_PER_BLOCK || rest.some((line) => line !== PADDING))
    throw new NachaRefused(at.number, 'after the end come nines that fill the block, and nothing else')
  return { header, batches, sums }
}
