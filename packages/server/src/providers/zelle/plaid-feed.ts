import type { Transaction, TransactionsSyncResponse } from 'plaid'
import type { Plaid } from '../plaid/port.ts'
import { ProviderError } from '../types.ts'
import { readDescription } from './description-rules.ts'
import type { FeedNews, InboundCredit, InboundFeed } from './port.ts'

/** Plaid's own limit of a page. */
const PAGE_SIZE = 500
/** 20,000 lines since the last look: more means that something is wrong. */
const MOST_PAGES = 40
const MOST_RESTARTS = 3
/** A field of the request is wrong; the cursor is the only one that changes. */
const NOT_ITS_CURSOR = 'INVALID_FIELD'
const CHANGED_MEANWHILE = 'TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION'

/** Dollars as a JSON number, by way of its text and never by multiplication. */
export const centsOfDollars = (dollars: number): bigint => {
  const [whole = '0', cents = '00'] = Math.abs(dollars).toFixed(2).split('.')
  return BigInt(whole) * 100n + BigInt(cents)
}

const filled = (text: string | null | undefined): string | null => (text && text.trim() !== '' ? text.trim() : null)

/** A line of our account as a credit; null for what went out and for what is not in dollars. */
const toCredit = (line: Transaction): InboundCredit | null => {
  // With Plaid what comes in is negative.
  if (line.amount >= 0 || line.iso_currency_code !== 'USD') return null
  const description = filled(line.original_description) ?? line.name
  const described = readDescription(description)
  const { reference_number, payer, reason } = line.payment_meta
  return {
    externalId: line.pending_transaction_id ?? line.transaction_id,
    lineId: line.transaction_id,
    isPosted: !line.pending,
    amountCents: centsOfDollars(line.amount),
    postedOn: line.date,
    payer: filled(payer) ?? described.payer,
    reference: filled(reference_number) ?? described.reference,
    memo: [filled(reason) ?? described.memo, description].filter(Boolean).join(' · ').slice(0, 500),
  }
}

/** The feed of our own account by Plaid. A poll reads everything since the cursor, or nothing. */
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

  const readAll = async (from: string | null): Promise<FeedNews> => {
    const lines = new Map<string, Transaction>()
    const removed = new Set<string>()
    let cursor = from
    for (let pages = 0; pages < MOST_PAGES; pages++) {
      // One page leads to the next.
      // oxlint-disable-next-line no-await-in-loop
      const news = await page(cursor)
      if (typeof news.next_cursor !== 'string') throw new ProviderError('unknownOutcome', 'Plaid answered no cursor')
      for (const line of [...news.added, ...news.modified])
        if (line.account_id === accountId) {
          lines.set(line.transaction_id, line)
          // Of two pages the later one counts.
          removed.delete(line.transaction_id)
        }
      for (const { transaction_id: id } of news.removed) {
        removed.add(id)
        lines.delete(id)
      }
      cursor = news.next_cursor
      if (!news.has_more) {
        const credits = [...lines.values()].flatMap((line) => toCredit(line) ?? [])
        return { credits, removed: [...removed], cursor }
      }
    }
    throw new ProviderError('invalid', 'Plaid has no end of pages')
  }

  const poll = async (cursor: string | null, restarts = 0): Promise<FeedNews> => {
    try {
      return await readAll(cursor)
    } catch (error) {
      if (!(error instanceof ProviderError) || restarts >= MOST_RESTARTS) throw error
      // Plaid doesn't know how far we had read. Everything is read again: what is known already stays as it is.
      if (error.code === NOT_ITS_CURSOR && cursor !== null)
        return { ...(await poll(null, restarts + 1)), isReadAgain: true }
      if (error.code !== CHANGED_MEANWHILE) throw error
      return poll(cursor, restarts + 1)
    }
  }

  return { source: `plaid:${accountId}`, poll: (cursor) => poll(cursor) }
}
