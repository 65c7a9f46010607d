import type { Transaction, TransactionsSyncResponse } from 'plaid'
import type { Plaid } from '../plaid/port.ts'
import { ProviderError } from '../types.ts'
import { readDescription } from './description-rules.ts'
import type { FeedPage, FeedStop, InboundCredit, InboundFeed, OutboundDebit } from './port.ts'

/** Plaid's own limit of a page. */
const PAGE_SIZE = 500
/** A field of the request is wrong; the cursor is the only one that changes. */
const NOT_ITS_CURSOR = 'INVALID_FIELD'
const CHANGED_MEANWHILE = 'TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION'

/** Dollars as a JSON number, by way of its text and never by multiplication. */
export const centsOfDollars = (dollars: number): bigint => {
  const [whole = '0', cents = '00'] = Math.abs(dollars).toFixed(2).split('.')
  return BigInt(whole) * 100n + BigInt(cents)
}

const filled = (text: string | null | undefined): string | null => (text && text.trim() !== '' ? text.trim() : null)

/** What both directions of a line say. */
const readLine = (line: Transaction) => {
  const description = filled(line.original_description) ?? line.name
  const described = readDescription(description)
  const { reason } = line.payment_meta
  const said = {
    lineId: line.transaction_id,
    isPosted: !line.pending,
    amountCents: centsOfDollars(line.amount),
    postedOn: line.date,
    memo: [filled(reason) ?? described.memo, description].filter(Boolean).join(' · ').slice(0, 500),
  }
  return { said, described, description }
}

const isInDollars = (line: Transaction): boolean => line.iso_currency_code === 'USD'

/** A line of our account as a credit; null for what went out and for what is not in dollars. */
const toCredit = (line: Transaction): InboundCredit | null => {
  // With Plaid what comes in is negative.
  if (line.amount >= 0 || !isInDollars(line)) return null
  const { said, described } = readLine(line)
  const { reference_number, payer } = line.payment_meta
  return {
    externalId: line.pending_transaction_id ?? line.transaction_id,
    ...said,
    payer: filled(payer) ?? described.holder,
    reference: filled(reference_number) ?? described.reference,
  }
}

/** A line of our account that went out; null for what came in and for what is not in dollars. */
const toDebit = (line: Transaction): OutboundDebit | null => {
  if (line.amount <= 0 || !isInDollars(line)) return null
  const { said, described, description } = readLine(line)
  const { payee } = line.payment_meta
  return { ...said, payee: filled(payee) ?? described.holder, isZelle: /^zelle\b/i.test(description) }
}

const stopOf = (error: unknown, cursor: string | null): FeedStop | null => {
  if (!(error instanceof ProviderError)) return null
  if (error.code === CHANGED_MEANWHILE) return 'changed'
  return error.code === NOT_ITS_CURSOR && cursor !== null ? 'lost' : null
}

/** The feed of our own account by Plaid, a page at a time. */
export const createPlaidFeed = (
  plaid: Pick<Plaid, 'call'>,
  { accessToken, accountId }: { accessToken: string; accountId: string },
): InboundFeed => {
  const page = (cursor: string | null): Promise<TransactionsSyncResponse> =>
    plaid.call((api) =>
      api.transactionsSync({
        access_token: accessToken,
        ...(cursor !== null && { cursor }),
        count: PAGE_SIZE,
        options: { include_original_description: true, account_id: accountId },
      }),
    )

  const read = async (cursor: string | null): Promise<FeedPage | FeedStop> => {
    try {
      const news = await page(cursor)
      if (typeof news.next_cursor !== 'string') throw new ProviderError('unknownOutcome', 'Plaid answered no cursor')
      const removed = news.removed.map(({ transaction_id: id }) => id)
      const lines = [...news.added, ...news.modified].filter(
        (line) => line.account_id === accountId && !removed.includes(line.transaction_id),
      )
      return {
        credits: lines.flatMap((line) => toCredit(line) ?? []),
        debits: lines.flatMap((line) => toDebit(line) ?? []),
        removed,
        cursor: news.next_cursor,
        isLast: !news.has_more,
      }
    } catch (error) {
      const stop = stopOf(error, cursor)
      if (stop === null) throw error
      return stop
    }
  }

  return { source: `plaid:${accountId}`, read }
}
