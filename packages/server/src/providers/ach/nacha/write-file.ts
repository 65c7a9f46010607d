/** Writes a file of credits for the bank that takes them to the network: the same input gives the same bytes. */
import { LINES_PER_BLOCK, PADDING, writeRecord } from './layout.ts'
import { NO_SUMS, sumValues, withEntry, withSums } from './sums.ts'
import type { Sums } from './sums.ts'

/** To a person's account PPD, to a business's CCD. */
export type SecCode = 'PPD' | 'CCD'

export type CreditEntry = {
  /** Ours, 15 digits: the bank's eight and a sequence that is never used again. */
  trace: string
  sec: SecCode
  funding: 'checking' | 'savings'
  routingNumber: string
  accountNumber: string
  amountCents: bigint
  /** At most 15 characters; what we know the entry by beside its trace. */
  individualId: string
  /** Upper-case ASCII. */
  name: string
}

export type Originator = {
  /** Routing number of our bank, which takes the file. */
  odfiRouting: string
  /** As the bank gave it, up to ten characters. */
  originId: string
  companyId: string
  /** Upper-case ASCII, at most 16 characters. */
  companyName: string
  /** Our account at that bank, for a batch that takes from it what it gives to others; left out, none does. */
  offset?: { accountNumber: string; traces: Readonly<Record<SecCode, string>> }
}

export type CreditFile = {
  from: Originator
  /** `YYYY-MM-DD` and `HH:MM` in New York. */
  madeOn: { day: string; time: string }
  /** When the entries are to settle, `YYYY-MM-DD`. */
  effectiveDay: string
  /** One letter or digit, another one for each file of a day. */
  modifier: string
  reference: string
  entries: readonly CreditEntry[]
}

const CREDITS_ONLY = '220'
const MIXED = '200'
const CHECKING_DEBIT = '27'
const CODE = { checking: '22', savings: '32' } as const
const DESCRIPTION = 'WITHDRAWAL'

/** `2026-11-20` as `261120`. */
const shortDay = (day: string): string => day.replaceAll('-', '').slice(2)

const entryValues = (entry: CreditEntry) => ({
  code: CODE[entry.funding],
  routing: entry.routingNumber,
  account: entry.accountNumber,
  amount: String(entry.amountCents),
  individualId: entry.individualId,
  name: entry.name.slice(0, 22),
  hasAddenda: '0',
  trace: entry.trace,
})

/** What takes from our own account all that a batch gives to others. */
const offsetOf = ({ odfiRouting, companyName, offset }: Originator, sec: SecCode, { creditCents }: Sums) =>
  offset
    ? [
        {
          code: CHECKING_DEBIT,
          routing: odfiRouting,
          account: offset.accountNumber,
          amount: String(creditCents),
          individualId: '',
          name: companyName,
          hasAddenda: '0',
          trace: offset.traces[sec],
        },
      ]
    : []

const sumsOf = (values: readonly Readonly<Record<string, string>>[]): Sums =>
  values.reduce<Sums>((total, entry) => withEntry(total, entry, 0), NO_SUMS)

const batchOf = (file: CreditFile, sec: SecCode, entries: readonly CreditEntry[], number: number) => {
  const { from, effectiveDay, madeOn } = file
  const odfi = from.odfiRouting.slice(0, 8)
  const same = {
    serviceClass: from.offset ? MIXED : CREDITS_ONLY,
    companyId: from.companyId,
    odfi,
    batch: String(number),
  }
  const credits = entries.toSorted((a, b) => (a.trace < b.trace ? -1 : 1)).map(entryValues)
  const values = [...credits, ...offsetOf(from, sec, sumsOf(credits))]
  const sums = sumsOf(values)
  const header = {
    ...same,
    companyName: from.companyName.slice(0, 16),
    sec,
    description: DESCRIPTION,
    descriptiveDate: shortDay(madeOn.day),
    effectiveDate: shortDay(effectiveDay),
  }
  const lines = [
    writeRecord('batchHeader', header),
    ...values.map((entry) => writeRecord('entry', entry)),
    writeRecord('batchControl', { ...same, ...sumValues(sums) }),
  ]
  return { lines, sums }
}

/** The text of a file, its lines ended by line feeds. Throws for a value that does not fit, such as an amount over 99,999,999.99. */
export const writeFile = (file: CreditFile): string => {
  const { from, madeOn } = file
  const header = writeRecord('fileHeader', {
    destination: from.odfiRouting,
    origin: from.originId,
    date: shortDay(madeOn.day),
    time: madeOn.time.replace(':', ''),
    modifier: file.modifier,
    destinationName: '',
    originName: from.companyName.slice(0, 23),
    reference: file.reference,
  })
  const batches = (['PPD', 'CCD'] as const)
    .map((sec) => ({ sec, entries: file.entries.filter((entry) => entry.sec === sec) }))
    .filter(({ entries }) => entries.length > 0)
    .map(({ sec, entries }, index) => batchOf(file, sec, entries, index + 1))
  const sums = batches.reduce((total, batch) => withSums(total, batch.sums), NO_SUMS)
  const body = [header, ...batches.flatMap(({ lines }) => lines)]
  const blocks = Math.ceil((body.length + 1) / LINES_PER_BLOCK)
  const control = writeRecord('fileControl', {
    batches: String(batches.length),
    blocks: String(blocks),
    ...sumValues(sums),
  })
  const padding = Array.from({ length: blocks * LINES_PER_BLOCK - body.length - 1 }, () => PADDING)
  return `${[...body, control, ...padding].join('\n')}\n`
}
