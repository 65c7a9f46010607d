/**
 * The records of a Nacha file, 94 characters each, as their fields stand one after the other. Numbers stand to the right
 * over zeros, texts to the left over blanks, `right` texts to the right over blanks; a field in quotes never differs.
 */
export type Values = Readonly<Record<string, string>>

type Form = 'number' | 'text' | 'right' | `=${string}`
type Field = readonly [name: string, length: number, form: Form]

const addenda = (code: string, ...fields: Field[]): Field[] => [['record', 1, '=7'], ['type', 2, `=${code}`], ...fields]

const RECORDS = {
  fileHeader: [
    ['record', 1, '=1'],
    ['priority', 2, '=01'],
    ['destination', 10, 'right'],
    ['origin', 10, 'right'],
    ['date', 6, 'number'],
    ['time', 4, 'number'],
    ['modifier', 1, 'text'],
    ['recordSize', 3, '=094'],
    ['blocking', 2, '=10'],
    ['format', 1, '=1'],
    ['destinationName', 23, 'text'],
    ['originName', 23, 'text'],
    ['reference', 8, 'text'],
  ],
  batchHeader: [
    ['record', 1, '=5'],
    ['serviceClass', 3, 'number'],
    ['companyName', 16, 'text'],
    ['discretionary', 20, 'text'],
    ['companyId', 10, 'text'],
    ['sec', 3, 'text'],
    ['description', 10, 'text'],
    ['descriptiveDate', 6, 'text'],
    ['effectiveDate', 6, 'number'],
    // Where the operator of the network writes on which day of the year it was settled.
    ['settlementDay', 3, 'text'],
    ['status', 1, '=1'],
    ['odfi', 8, 'number'],
    ['batch', 7, 'number'],
  ],
  entry: [
    ['record', 1, '=6'],
    ['code', 2, 'number'],
    ['routing', 9, 'number'],
    ['account', 17, 'text'],
    ['amount', 10, 'number'],
    ['individualId', 15, 'text'],
    ['name', 22, 'text'],
    ['discretionary', 2, 'text'],
    ['hasAddenda', 1, 'number'],
    ['trace', 15, 'number'],
  ],
  addenda05: addenda('05', ['text', 80, 'text'], ['sequence', 4, 'number'], ['entrySequence', 7, 'number']),
  addenda98: addenda(
    '98',
    ['code', 3, 'text'],
    ['originalTrace', 15, 'number'],
    ['reserved', 6, '=      '],
    ['originalRdfi', 8, 'number'],
    ['corrected', 29, 'text'],
    ['reserved2', 15, '=               '],
    ['trace', 15, 'number'],
  ),
  addenda99: addenda(
    '99',
    ['code', 3, 'text'],
    ['originalTrace', 15, 'number'],
    ['dateOfDeath', 6, 'text'],
    ['originalRdfi', 8, 'number'],
    ['information', 44, 'text'],
    ['trace', 15, 'number'],
  ),
  batchControl: [
    ['record', 1, '=8'],
    ['serviceClass', 3, 'number'],
    ['count', 6, 'number'],
    ['hash', 10, 'number'],
    ['debit', 12, 'number'],
    ['credit', 12, 'number'],
    ['companyId', 10, 'text'],
    ['authentication', 19, 'text'],
    ['reserved', 6, '=      '],
    ['odfi', 8, 'number'],
    ['batch', 7, 'number'],
  ],
  fileControl: [
    ['record', 1, '=9'],
    ['batches', 6, 'number'],
    ['blocks', 6, 'number'],
    ['count', 8, 'number'],
    ['hash', 10, 'number'],
    ['debit', 12, 'number'],
    ['credit', 12, 'number'],
    ['reserved', 39, `=${' '.repeat(39)}`],
  ],
} as const satisfies Record<string, readonly Field[]>

export type RecordName = keyof typeof RECORDS
export const RECORD_LENGTH = 94
export const LINES_PER_BLOCK = 10
export const PADDING = '9'.repeat(RECORD_LENGTH)

/** A file that does not say what it must; `line` counts from 1. */
export class NachaRefused extends Error {
  override readonly name = 'NachaRefused'
  constructor(line: number, reason: string) {
    super(`line ${line}: ${reason}`)
  }
}

const PLAIN = /^[\x20-\x7e]*$/

const written = ([name, length, form]: Field, value: string): string => {
  if (form.startsWith('=')) return form.slice(1)
  if (value.length > length || !PLAIN.test(value)) throw new Error(`${name} does not fit its ${length} characters`)
  if (form === 'number') {
    if (!/^\d+$/.test(value)) throw new Error(`${name} must be digits`)
    return value.padStart(length, '0')
  }
  return form === 'right' ? value.padStart(length) : value.padEnd(length)
}

/** A record of 94 characters. Throws for a value that does not fit its field. */
export const writeRecord = (name: RecordName, values: Values): string =>
  RECORDS[name].map((field: Field) => written(field, values[field[0]] ?? '')).join('')

/** The values of a record, texts without the blanks that fill them. Throws `NachaRefused`. */
export const readRecord = (name: RecordName, line: string, number: number): Values => {
  let at = 0
  const values: Record<string, string> = {}
  for (const [field, length, form] of RECORDS[name] as readonly Field[]) {
    const raw = line.slice(at, (at += length))
    if (form.startsWith('=') && raw !== form.slice(1)) throw new NachaRefused(number, `${field} of ${name}`)
    if (form === 'number' && !/^\d+$/.test(raw)) throw new NachaRefused(number, `${field} of ${name} must be digits`)
    values[field] = form === 'right' ? raw.trimStart() : raw.trimEnd()
  }
  return values
}
