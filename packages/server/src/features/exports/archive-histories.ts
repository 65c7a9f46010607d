/** What an archive has without a bound, transactions and invoices: each is read a page at a time. */
import { findBlockedBy } from '#features/contacts/index.ts'
import { type InvoicePage, type InvoicePosition, readInvoicePage } from '#features/invoices/index.ts'
import { csvLines } from '#platform/csv.ts'
import type { Services } from '#platform/services.ts'
import type { Archive } from './archive.ts'
import { INVOICE_COLUMNS, invoiceOf, TRANSACTION_COLUMNS, transactionOf } from './export-rows.ts'
import { listMovementsAfter, type OwnMovement } from './own-data-store.ts'

type Reading = Pick<Services, 'clock' | 'db'>

const PAGE = 2_000
const INVOICES_AT_ONCE = 500

async function* movementPages({ db }: Reading, ownerId: string): AsyncGenerator<OwnMovement[]> {
  const blocked = await findBlockedBy(db, ownerId)
  let after: string | null = null
  for (;;) {
    const page: OwnMovement[] = await listMovementsAfter(db, ownerId, after, PAGE)
    // As on the screens: of whom they have blocked there is no name.
    const shown = page.map((row) =>
      row.counterpart_id !== null && blocked.has(row.counterpart_id)
        ? { ...row, counterpart_name: null, counterpart_handle: null }
        : row,
    )
    if (page.length > 0) yield shown
    if (page.length < PAGE) return
    after = page.at(-1)?.movement_id ?? null
  }
}

/** Read twice, since a ZIP takes one file after another. */
export const addTransactions = async (archive: Archive, services: Reading, ownerId: string): Promise<void> => {
  const people = new Map<string, { username: string; name: string }>()
  const csv = archive.open('transactions.csv')
  csv.write(csvLines([], TRANSACTION_COLUMNS, true))
  for await (const page of movementPages(services, ownerId)) {
    csv.write(csvLines(page.map(transactionOf), TRANSACTION_COLUMNS, false))
    for (const { counterpart_handle: username, counterpart_name: name } of page)
      if (username !== null && name !== null) people.set(username, { username, name })
  }
  csv.end()
  const json = archive.open('transactions.json')
  let isFirst = true
  json.write('[\n')
  for await (const page of movementPages(services, ownerId)) {
    json.write((isFirst ? '' : ',\n') + page.map((row) => JSON.stringify(transactionOf(row))).join(',\n'))
    isFirst = false
  }
  json.write('\n]\n')
  json.end()
  archive.json('contacts.json', [...people.values()])
}

async function* invoicePages({ db, clock }: Reading, ownerId: string): AsyncGenerator<ReturnType<typeof invoiceOf>[]> {
  let after: InvoicePosition | null = null
  for (;;) {
    const page: InvoicePage = await readInvoicePage({ db, clock }, ownerId, after, INVOICES_AT_ONCE)
    if (page.rows.length > 0) yield page.rows.map(invoiceOf)
    if (page.next === null) return
    after = page.next
  }
}

/** Both sides of what the person asked for and was asked for; read twice, as transactions are. */
export const addInvoices = async (archive: Archive, services: Reading, ownerId: string): Promise<void> => {
  const csv = archive.open('invoices.csv')
  csv.write(csvLines([], INVOICE_COLUMNS, true))
  for await (const rows of invoicePages(services, ownerId)) csv.write(csvLines(rows, INVOICE_COLUMNS, false))
  csv.end()
  const json = archive.open('invoices.json')
  let isFirst = true
  json.write('[\n')
  for await (const rows of invoicePages(services, ownerId)) {
    json.write((isFirst ? '' : ',\n') + rows.map((row) => JSON.stringify(row)).join(',\n'))
    isFirst = false
  }
  json.write('\n]\n')
  json.end()
}
