/** A statement for spreadsheets: one row for each movement that was made in the period, as the lists have them. */
import { transactionId } from '@puente/contract'
import { csvLines } from '#platform/csv.ts'
import type { Statement } from './statement-lines.ts'
import { localTimes, type Told } from './statement-rules.ts'

const COLUMNS = [
  'date',
  'id',
  'reference',
  'type',
  'state',
  'method',
  'counterpart',
  'note',
  'amount',
  'fee',
  'balance',
  'currency',
] as const

/** By it, spreadsheets read the file as UTF-8. */
const BOM = '\uFEFF'

const recordOf = (told: Told, timeOf: (at: Date) => string): Record<(typeof COLUMNS)[number], string | bigint> => ({
  date: timeOf(told.createdAt),
  id: transactionId(told.movementId),
  reference: told.reference,
  type: told.type,
  state: told.state,
  method: told.method,
  counterpart: told.counterpart,
  note: told.note,
  amount: BigInt(told.direction) * told.amountCents,
  fee: -told.feeCents,
  // Nothing is posted yet, or was not in this balance.
  balance: told.balanceCents ?? '',
  currency: told.currency,
})

export const writeCsv = async function* ({ period, rows }: Statement): AsyncGenerator<string> {
  const timeOf = localTimes(period.zone)
  yield BOM + csvLines([], COLUMNS, true)
  for await (const page of rows())
    yield csvLines(
      page.map((told) => recordOf(told, timeOf)),
      COLUMNS,
      false,
    )
}
