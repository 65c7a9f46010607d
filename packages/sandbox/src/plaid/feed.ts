/**
 * The product's own bank account: what was paid to it by Zelle and what of it was paid back, as a log of what Plaid tells. A payment
 * may stand as pending first; when it is posted, the bank lists another line and withdraws the first.
 */
import { randomInt } from 'node:crypto'
import type { Transaction } from 'plaid'
import { createBoundedMap } from '../core/bounded.ts'
import type { World } from '../core/provider.ts'
import { randomWord } from '../core/random.ts'

export type BankLine = {
  /** The payment, whatever line stands for it now. */
  id: string
  /** The line's id over the wire; the posted line of a credit that was pending has another than the credit. */
  lineId: string
  reference: string
  amountCents: number
  /** Who paid, or who is paid back. */
  senderName: string
  memo: string | null
  state: 'pending' | 'posted' | 'removed'
  /** The credit that this line pays back; null for what came in. */
  paysBack: string | null
  at: Date
}

type Told = { kind: 'added' | 'modified' | 'removed'; lineId: string; line: BankLine }

export type NewCredit = Pick<BankLine, 'reference' | 'amountCents' | 'senderName' | 'memo'> & { pending: boolean }

const wayOf = (paysBack: string | null) => (paysBack === null ? 'from' : 'to')

/** The wording of one of the large banks. */
const descriptionOf = ({ senderName, memo, reference, paysBack }: BankLine) =>
  `Zelle payment ${wayOf(paysBack)} ${senderName.toUpperCase()}${memo === null ? '' : ` for "${memo}"`}; Conf# ${reference}`

/** What comes in is negative. */
const dollarsOf = ({ amountCents, paysBack }: BankLine) =>
  Number((amountCents / 100).toFixed(2)) * (paysBack === null ? -1 : 1)

/** A line as Plaid tells it. Enumerations of the SDK are given by their words. */
export const renderLine = (line: BankLine, accountId: string) => {
  const day = line.at.toISOString().slice(0, 10)
  return {
    account_id: accountId,
    amount: dollarsOf(line),
    iso_currency_code: 'USD',
    unofficial_currency_code: null,
    check_number: null,
    date: day,
    location: {
      address: null,
      city: null,
      region: null,
      postal_code: null,
      country: null,
      lat: null,
      lon: null,
      store_number: null,
    },
    name: `Zelle payment ${wayOf(line.paysBack)} ${line.senderName}`,
    merchant_name: null,
    original_description: descriptionOf(line),
    payment_meta: {
      reference_number: line.reference,
      ppd_id: null,
      payee: line.paysBack === null ? null : line.senderName,
      by_order_of: null,
      payer: line.paysBack === null ? line.senderName : null,
      payment_method: 'Zelle',
      payment_processor: null,
      reason: line.memo,
    },
    pending: line.state === 'pending',
    pending_transaction_id: line.lineId === line.id ? null : line.id,
    account_owner: null,
    transaction_id: line.lineId,
    logo_url: null,
    website: null,
    authorized_date: day,
    authorized_datetime: null,
    datetime: line.at.toISOString(),
    payment_channel: 'other',
    personal_finance_category: null,
    personal_finance_category_icon_url: '',
    counterparties: [],
    merchant_entity_id: null,
    transaction_code: null,
  } satisfies Omit<Transaction, 'payment_channel'> & { payment_channel: `${Transaction['payment_channel']}` }
}

/** What happened to a line between two points of the log, as one word; null when it came and went in between. */
const newsOf = (told: Told[]) => {
  const first = told[0]?.kind
  const last = told.at(-1)?.kind
  if (last === 'removed') return first === 'added' ? null : 'removed'
  return first === 'added' ? 'added' : 'modified'
}

export const createFeed = (world: World, tell: () => void) => {
  const lines = createBoundedMap<BankLine>()
  /** The run that issued these cursors: a restart clears the memory, and its cursors with it. */
  let run = randomWord(8)
  let log: Told[] = []

  const note = (kind: Told['kind'], line: BankLine, lineId = line.lineId) => {
    log.push({ kind, lineId, line: { ...line } })
  }

  const book = (line: BankLine, kind: string) =>
    world.book.record({
      provider: 'zelle',
      kind,
      ref: line.reference,
      providerId: line.id,
      amountCents: line.amountCents,
      at: world.clock.now().toISOString(),
    })

  const list = (fields: Omit<BankLine, 'id' | 'lineId' | 'at'>, kind: string): BankLine => {
    const id = randomWord(37)
    const line: BankLine = { ...fields, id, lineId: id, at: world.clock.now() }
    lines.set(id, line)
    note('added', line)
    if (line.state === 'posted') book(line, kind)
    tell()
    return line
  }

  const add = ({ pending, ...credit }: NewCredit): BankLine =>
    list({ ...credit, state: pending ? 'pending' : 'posted', paysBack: null }, 'credit')

  /** Sends a posted credit back to its payer, naming its number; null when it is no such one, or was sent back before. */
  const payBack = ({ id, reference, amountCents, senderName, state, paysBack }: BankLine): BankLine | null => {
    if (state !== 'posted' || paysBack !== null || lines.find((line) => line.paysBack === id)) return null
    const own = { reference: String(randomInt(10 ** 9, 10 ** 11)), memo: `Refund of ${reference}`, paysBack: id }
    return list({ amountCents, senderName, state: 'posted', ...own }, 'refund')
  }

  /** The pending line gives way to another one, which says whose place it took. */
  const post = (line: BankLine): boolean => {
    if (line.state !== 'pending') return false
    note('removed', line)
    Object.assign(line, { lineId: randomWord(37), state: 'posted' })
    note('added', line)
    book(line, 'credit')
    tell()
    return true
  }

  const remove = (line: BankLine): boolean => {
    if (line.state === 'removed') return false
    const wasPosted = line.state === 'posted'
    note('removed', line)
    line.state = 'removed'
    if (wasPosted) book(line, 'removal')
    tell()
    return true
  }

  /** What was taken back is there after all, under its own id. */
  const listAgain = (line: BankLine): boolean => {
    if (line.state !== 'removed') return false
    line.state = 'posted'
    note('added', line)
    book(line, 'credit')
    tell()
    return true
  }

  /** What came after a cursor, at most `count` entries of the log; null when the cursor is none of ours. */
  const sync = (cursor: string, count: number) => {
    const [of, at] = Buffer.from(cursor, 'base64url').toString().split(':')
    const from = cursor === '' ? 0 : of === run && /^\d{1,9}$/.test(at ?? '') ? Number(at) : Number.NaN
    if (!(from <= log.length)) return null
    const until = Math.min(log.length, from + count)
    const byLine = Map.groupBy(log.slice(from, until), ({ lineId }) => lineId)
    const told = [...byLine.values()].map((entries) => ({ news: newsOf(entries), entry: entries.at(-1) }))
    const linesOf = (kind: Told['kind']) =>
      told.flatMap(({ news, entry }) => (news === kind && entry ? [entry.line] : []))
    return {
      added: linesOf('added'),
      modified: linesOf('modified'),
      removed: linesOf('removed').map(({ lineId }) => lineId),
      cursor: Buffer.from(`${run}:${until}`).toString('base64url'),
      hasMore: until < log.length,
    }
  }

  return {
    add,
    payBack,
    post,
    remove,
    listAgain,
    sync,
    find: (id: string) => lines.get(id),
    newest: () => lines.newest(),
    credits: () => lines.newest().filter(({ paysBack }) => paysBack === null),
    /** As a bank that no longer knows how far its list was read. */
    forgetCursors() {
      run = randomWord(8)
    },
    clear() {
      lines.clear()
      run = randomWord(8)
      log = []
    },
  }
}
