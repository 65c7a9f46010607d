/**
 * What the bank does with files: reads each once, says whether it takes it, pays its entries like any other transfer, and puts what there
 * is to say where its customer fetches it. A file that has been there under its name is not taken twice.
 */
import { createBoundedMap } from '../../core/bounded.ts'
import { createNextQueue } from '../../core/next-queue.ts'
import type { World } from '../../core/provider.ts'
import { dayOf } from '../banking-day.ts'
import type { Desk, FileNews } from '../desk.ts'
import type { Transfer } from '../model.ts'
import { type Back, type Booking, correctedText, sentBackFile, statementOf } from './compose.ts'
import { FileRefused, parseFile, type ParsedFile } from './parse.ts'
import { bank, customer } from './parties.ts'

/** A late reader finds all of it. */
const RECENT_MS = 40 * 86_400_000

/** `silent`: it is taken, and nothing is said of it. */
export const fileOutcomes = ['accept', 'reject', 'silent'] as const
type FileOutcome = (typeof fileOutcomes)[number]

type SentFile = { name: string; text: string; reference: string; parsed: ParsedFile | null; transfers: Transfer[] }

export const createFileDesk = (world: World, desk: Desk) => {
  const sent = createBoundedMap<SentFile>()
  const answers = createBoundedMap<{ name: string; text: string }>()
  const traces = createBoundedMap<true>()
  const next = createNextQueue<FileOutcome>()
  let bookings: Booking[] = []
  let shown = ''
  let count = 0

  const now = () => world.clock.now()
  const answer = (kind: string, text: string) => {
    count += 1
    const name = `${String(count).padStart(6, '0')}-${kind}`
    answers.set(name, { name, text })
  }
  const acknowledge = (lines: readonly string[]) => answer('ack.txt', `${lines.join('\n')}\nEND,${lines.length}\n`)

  const book = (type: Booking['type'], cents: number, ourReference: string) => {
    const bankReference = `B${String(bookings.length + 1).padStart(7, '0')}`
    bookings.push({ type, cents, bankReference, ourReference, at: now() })
    desk.addToBalance(type === '466' ? -cents : cents)
  }

  const secOf = ({ sec }: Transfer) => (sec === 'corporate_credit_or_debit' ? 'CCD' : 'PPD')

  /** Once nothing of a file is open any more, it is taken out of the account as a whole. */
  const settleFile = (transfer: Transfer) => {
    const file = sent.find(({ transfers }) => transfers.includes(transfer))
    if (!file || bookings.some(({ type, ourReference }) => type === '466' && ourReference === file.reference)) return
    const paid = file.transfers.filter(({ status }) => status !== 'rejected')
    if (paid.some(({ settledAt, returned }) => !settledAt && !returned)) return
    book(
      '466',
      paid.reduce((sum, { amount }) => sum + amount, 0),
      file.reference,
    )
  }

  const sendBack = (back: Back) => {
    answer('returns.ach', sentBackFile(back, now()))
    if (back.addenda.type === '99') book('257', back.of.amount, back.originalTrace)
  }

  const hear: Record<FileNews, (transfer: Transfer) => void> = {
    settled: settleFile,
    refused: ({ fileTrace }) => acknowledge([`ENTRY,${fileTrace},REJECTED,ACCOUNT OF ANOTHER BANK`]),
    returned: (transfer) => {
      const { fileTrace, returned } = transfer
      if (!returned) return
      sendBack({
        of: transfer,
        originalTrace: fileTrace ?? '',
        trace: returned.trace,
        sec: secOf(transfer),
        addenda: { type: '99', code: returned.code, text: returned.information ?? '' },
      })
      settleFile(transfer)
    },
    corrected: (transfer) => {
      const change = transfer.changes.at(-1)
      if (!change) return
      sendBack({
        of: transfer,
        originalTrace: transfer.fileTrace ?? '',
        trace: desk.newTrace(),
        sec: 'COR',
        addenda: { type: '98', code: change.code, text: correctedText(change) },
      })
    },
  }
  desk.hearOfFiles((transfer, news) => hear[news](transfer))

  const transferOf = (entry: ParsedFile['entries'][number]): Transfer =>
    desk.take({
      accountId: world.secrets.increaseAccountId,
      amount: entry.cents,
      accountNumber: entry.account,
      routingNumber: entry.routing,
      funding: entry.funding,
      holder: entry.sec === 'CCD' ? 'business' : 'individual',
      name: entry.name,
      individualId: entry.individualId,
      sec: entry.sec === 'CCD' ? 'corporate_credit_or_debit' : 'prearranged_payments_and_deposit',
      schedule: 'future_dated',
      descriptor: customer.name,
      companyName: customer.name,
      description: null,
      ref: entry.individualId,
      fileTrace: entry.trace,
    })

  const parse = (text: string): ParsedFile => {
    const parsed = parseFile(text, { odfi: bank.odfi, routing: bank.routing, account: customer.account })
    if (parsed.destination !== bank.routing) throw new FileRefused('FILE IS FOR ANOTHER BANK')
    if (parsed.origin !== customer.originId) throw new FileRefused('ORIGIN IS NOT KNOWN')
    const before = sent.find(({ parsed: other }) => other?.date === parsed.date && other.modifier === parsed.modifier)
    if (before) throw new FileRefused('DUPLICATE FILE')
    if (parsed.entries.some(({ trace }) => traces.get(trace))) throw new FileRefused('DUPLICATE TRACE')
    return parsed
  }

  const take = (name: string, text: string) => {
    const reference = name.replace(/\.ach$/, '')
    const file: SentFile = { name, text, reference, parsed: null, transfers: [] }
    try {
      const outcome = next.take({ refs: [name] })
      if (outcome === 'reject') throw new FileRefused('REFUSED AT THE DESK')
      const parsed = parse(text)
      for (const { trace } of parsed.entries) traces.set(trace, true)
      file.parsed = parsed
      file.transfers = parsed.entries.map(transferOf)
      if (outcome !== 'silent')
        acknowledge([`ACK,${reference},ACCEPTED,${parsed.count},${parsed.creditCents},${parsed.hash}`])
    } catch (error) {
      if (!(error instanceof FileRefused)) throw error
      acknowledge([`ACK,${reference},REJECTED,${error.message}`])
    }
    sent.set(name, file)
  }

  /** One more when something has changed, or another day has come. */
  const showStatement = () => {
    const at = now()
    const recent = bookings.filter((booking) => at.getTime() - booking.at.getTime() < RECENT_MS)
    const state = `${dayOf(at)} ${bookings.length} ${desk.balanceCents()}`
    if (state === shown) return
    shown = state
    answer('statement.bai', statementOf(recent, desk.balanceCents(), at))
  }

  return {
    next,
    answers,
    find: (name: string) => sent.get(name),
    list: () => sent.newest(),
    /** False when another file was there under this name. */
    put(name: string, text: string): boolean {
      const before = sent.get(name)
      if (!before) take(name, text)
      return before === undefined || before.text === text
    },
    names(): string[] {
      showStatement()
      return answers
        .newest()
        .map(({ name }) => name)
        .toReversed()
    },
    /** As if another bank had sent it: about an entry that need not be one of this customer. */
    sendBack,
    /** Lays any text before the customer. */
    answer,
    setBalance: (cents: number) => desk.addToBalance(cents - desk.balanceCents()),
    clear() {
      for (const map of [sent, answers, traces]) map.clear()
      next.clear()
      bookings = []
      shown = ''
      count = 0
    },
  }
}

export type FileDesk = ReturnType<typeof createFileDesk>
