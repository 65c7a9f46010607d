/**
 * One ZIP with everything that is kept about a person. It grows while the tables are read a page at a time; what is in memory is
 * a page and the compressed archive, which is given up beyond `MOST_BYTES`.
 */
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import { findPersonById, getAccount } from '#features/accounts/index.ts'
import { readBoth } from '#features/approvers/index.ts'
import { findBlockedBy, listBlocks } from '#features/contacts/index.ts'
import { type InvoicePage, type InvoicePosition, readInvoicePage } from '#features/invoices/index.ts'
import { readFileOf } from '#features/kyc/index.ts'
import { listPapers } from '#features/papers/index.ts'
import { listProductsOf } from '#features/products/index.ts'
import { readPictureOf } from '#features/profile/index.ts'
import { listAllRequests, otherSideOf } from '#features/requests/index.ts'
import { exportDisputes, exportTickets } from '#features/support/index.ts'
import { exportSchedules } from '#features/schedules/index.ts'
import { listRecipientsOf, maskedAccount } from '#features/recipients/index.ts'
import { csvLines, dollars } from '#platform/csv.ts'
import type { Services } from '#platform/services.ts'
import { INVOICE_COLUMNS, invoiceOf, productOf, requestOf, TRANSACTION_COLUMNS, transactionOf } from './export-rows.ts'
import {
  listAcceptances,
  listAccesses,
  listFiles,
  listIdentityHistory,
  listMovementsAfter,
  listNotifications,
  listRewardFacts,
  listRewards,
  listSecurityEvents,
  listSessions,
  listWaysIn,
  type OwnMovement,
} from './own-data-store.ts'

type Reading = Pick<Services, 'blobs' | 'clock' | 'db' | 'keys'>

/** 64 MB: some 600,000 transactions. */
const MOST_BYTES = 64 * 1024 * 1024
const PAGE = 2_000
const INVOICES_AT_ONCE = 500

export class ExportTooLarge extends Error {
  override readonly name = 'ExportTooLarge'
}

const EXTENSIONS: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'application/pdf': 'pdf',
}

const createArchive = () => {
  const chunks: Uint8Array[] = []
  let size = 0
  let failed: Error | null = null
  const zip = new Zip((error, chunk) => {
    failed ??= error
    chunks.push(chunk)
    size += chunk.length
    if (size > MOST_BYTES) throw new ExportTooLarge(`an archive is larger than ${MOST_BYTES} bytes`)
  })
  const encoder = new TextEncoder()
  /** A file that is written piece by piece. */
  const open = (name: string) => {
    const entry = new ZipDeflate(name, { level: 6 })
    zip.add(entry)
    return {
      write: (text: string) => entry.push(encoder.encode(text)),
      end: () => entry.push(new Uint8Array(0), true),
    }
  }
  return {
    open,
    json: (name: string, value: unknown) => {
      const entry = open(name)
      entry.write(`${JSON.stringify(value, null, 2)}\n`)
      entry.end()
    },
    bytes: (name: string, bytes: Uint8Array) => {
      const entry = new ZipPassThrough(name)
      zip.add(entry)
      entry.push(bytes, true)
    },
    end: (): Buffer => {
      zip.end()
      if (failed) throw failed
      return Buffer.concat(chunks)
    },
  }
}
type Archive = ReturnType<typeof createArchive>

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
const addTransactions = async (archive: Archive, services: Reading, ownerId: string): Promise<void> => {
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
const addInvoices = async (archive: Archive, services: Reading, ownerId: string): Promise<void> => {
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

/** The catalogue as it is, with its pictures. */
const addProducts = async (archive: Archive, services: Reading, ownerId: string): Promise<void> => {
  const products = await listProductsOf(services.db, ownerId)
  table(archive, 'products', products.map(productOf))
  for (const { productId, imageFileId } of products) {
    // oxlint-disable-next-line no-await-in-loop
    const picture = imageFileId === null ? null : await readPictureOf(services, ownerId, imageFileId)
    if (picture) archive.bytes(`files/product-${productId}.jpg`, picture.bytes)
  }
}

const addFiles = async (archive: Archive, services: Reading, ownerId: string): Promise<void> => {
  for (const { file_id } of await listFiles(services.db, ownerId)) {
    // oxlint-disable-next-line no-await-in-loop
    const file = await readFileOf(services, ownerId, file_id)
    if (file) archive.bytes(`files/${file.purpose}-${file_id}.${EXTENSIONS[file.contentType] ?? 'bin'}`, file.bytes)
  }
}

/** Receipts, invoices and statements that were given out, with the sums they answer for. */
const papersOf = async ({ db }: Reading, ownerId: string) =>
  (await listPapers(db, ownerId)).map(({ issuedAt, kind, totals }) => ({
    issued: issuedAt,
    kind,
    sums: totals.map(({ name, cents }) => `${name} ${dollars(BigInt(cents))}`).join(', '),
  }))

const table = (archive: Archive, name: string, rows: Record<string, unknown>[]): void => {
  archive.json(`${name}.json`, rows)
  const [first] = rows
  if (!first) return
  const asText = rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([key, value]) => [key, value instanceof Date ? value.toISOString() : value]),
    ),
  )
  const csv = archive.open(`${name}.csv`)
  csv.write(csvLines(asText, Object.keys(first), true))
  csv.end()
}

const requestsOf = async ({ db, clock }: Reading, ownerId: string) => {
  const blocked = await findBlockedBy(db, ownerId)
  const requests = await listAllRequests(db, ownerId)
  return Promise.all(
    requests.map(async (request) => {
      const otherId = otherSideOf(request)
      const other = otherId === null || blocked.has(otherId) ? null : await findPersonById(db, otherId)
      return requestOf(request, other, clock.now())
    }),
  )
}

/** Whom the person has blocked, as their list of them shows. */
const blockedOf = async ({ db }: Reading, ownerId: string) =>
  Promise.all(
    (await listBlocks(db, ownerId)).map(async ({ blockedId, blockedAt }) => {
      const person = await findPersonById(db, blockedId)
      return { username: person?.handle ?? '', name: person?.fullName ?? '', blocked: blockedAt }
    }),
  )

/** Who approves the person's payments, and for whom they approve. */
const approversOf = async (services: Reading, ownerId: string) => {
  const { approvers, approving } = await readBoth(services, ownerId)
  const rowsOf = (side: 'approver' | 'approvesFor', rows: typeof approving) =>
    rows.map(({ fullName, publicTransactionId, state, rule, since, endsAt }) => ({
      side,
      name: fullName,
      username: publicTransactionId,
      state,
      newPayees: rule.newPayee,
      above: rule.aboveCents === null ? '' : dollars(BigInt(rule.aboveCents)),
      since,
      ends: endsAt ?? '',
    }))
  return [...rowsOf('approver', approvers), ...rowsOf('approvesFor', approving)]
}

/** The bank accounts on the person's list, with the last four digits of their numbers. */
const bankAccountsOf = async ({ db, keys }: Reading, ownerId: string) =>
  (await listRecipientsOf(db, keys, ownerId)).map(({ details, isLinked }) => ({
    ...details,
    accountNumber: maskedAccount(details.accountNumber),
    linked: isLinked,
  }))

export const buildArchive = async (services: Reading, ownerId: string): Promise<Buffer> => {
  const { db, keys, clock } = services
  const account = await getAccount(db, keys, ownerId)
  const archive = createArchive()
  archive.json('profile.json', {
    exportedAt: clock.now().toISOString(),
    email: account.email,
    emailVerified: account.emailVerified,
    phone: account.phone,
    phoneVerified: account.phoneVerified,
    fullName: account.fullName,
    username: account.handle,
    business: account.isBusiness,
    ...(account.business && {
      businessName: account.business.name,
      businessKind: account.business.kind,
      einLast4: account.business.ein.slice(-4),
    }),
    birthday: account.birthday,
    address: account.address,
    nationality: account.nationality,
    tier: account.tier,
    status: account.status,
    referralCode: account.referralCode,
    openedAt: account.createdAt.toISOString(),
  })
  archive.json('preferences.json', {
    language: account.lang,
    timeZone: account.timeZone,
    hideBalance: account.hideBalance,
    theme: account.theme,
    dashboard: account.dashboard,
    transactionsTutorial: account.showsTour,
    analytics: account.countsUsage,
    undoMinutes: account.undoMinutes,
  })
  await addTransactions(archive, services, ownerId)
  table(archive, 'requests', await requestsOf(services, ownerId))
  table(archive, 'blocked', await blockedOf(services, ownerId))
  table(archive, 'approvers', await approversOf(services, ownerId))
  await addProducts(archive, services, ownerId)
  await addInvoices(archive, services, ownerId)
  table(archive, 'bank-accounts', await bankAccountsOf(services, ownerId))
  table(archive, 'papers', await papersOf(services, ownerId))
  table(archive, 'schedules', await exportSchedules(db, ownerId))
  table(archive, 'support', await exportTickets(services, ownerId))
  table(archive, 'disputes', await exportDisputes(services, ownerId))
  table(archive, 'ways-in', await listWaysIn(db, ownerId))
  table(archive, 'sessions', await listSessions(db, ownerId))
  table(archive, 'security-log', await listSecurityEvents(db, ownerId))
  table(archive, 'notifications', await listNotifications(db, ownerId))
  table(archive, 'rewards', await listRewards(db, ownerId))
  table(archive, 'reward-facts', await listRewardFacts(db, ownerId))
  table(archive, 'terms', await listAcceptances(db, ownerId))
  table(archive, 'identity-check', await listIdentityHistory(db, ownerId))
  table(archive, 'access-log', await listAccesses(db, ownerId))
  await addFiles(archive, services, ownerId)
  return archive.end()
}
