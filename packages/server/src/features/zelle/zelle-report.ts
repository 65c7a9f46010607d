import type { Services } from '#platform/services.ts'
import type { ReportLine, ReportSource } from '#providers/report.ts'
import { ProviderError } from '#providers/types.ts'
import type { InboundCredit, InboundFeed, OutboundDebit } from '#providers/zelle/port.ts'
import { listRefunded } from './credits-store.ts'
import { pairDebits, type RefundedCredit } from './debit-rules.ts'
import { findCreditIds } from './feeds-store.ts'

/** The bank gives a day and no time. */
const noonOf = (day: string): Date => new Date(`${day}T12:00:00Z`)

const MOST_RESTARTS = 3

type Listed = { credits: InboundCredit[]; debits: OutboundDebit[] }

/** The whole list, of two pages that speak of a line as the later one has it. */
const wholeList = async (read: NonNullable<InboundFeed['read']>): Promise<Listed> => {
  const [credits, debits] = [new Map<string, InboundCredit>(), new Map<string, OutboundDebit>()]
  let cursor: string | null = null
  for (let restarts = 0; restarts <= MOST_RESTARTS;) {
    // One page leads to the next.
    // oxlint-disable-next-line no-await-in-loop
    const page = await read(cursor)
    if (typeof page === 'string') {
      cursor = null
      credits.clear()
      debits.clear()
      restarts += 1
      continue
    }
    for (const credit of page.credits) credits.set(credit.lineId, credit)
    for (const debit of page.debits) debits.set(debit.lineId, debit)
    for (const lineId of page.removed) for (const kept of [credits, debits]) kept.delete(lineId)
    if (page.isLast) return { credits: [...credits.values()], debits: [...debits.values()] }
    cursor = page.cursor
  }
  throw new ProviderError('unknownOutcome', 'the bank’s list changes faster than it is read')
}

const creditLines = async (
  { db, zelleFeed }: Pick<Services, 'db' | 'zelleFeed'>,
  credits: readonly InboundCredit[],
): Promise<ReportLine[]> => {
  const externalIds = credits.map(({ externalId }) => externalId)
  const ids = await findCreditIds(db, zelleFeed.source, externalIds)
  return credits.map(({ externalId, amountCents, postedOn }) => ({
    objectId: ids.get(externalId) ?? externalId,
    ref: null,
    amountCents,
    feeCents: 0n,
    kind: 'payment',
    at: noonOf(postedOn),
  }))
}

/** What leaves the account otherwise than by Zelle is our own money, since nothing else is paid out of it. */
const debitLines = (debits: readonly OutboundDebit[], refunded: readonly RefundedCredit[]): ReportLine[] => {
  const paidBack = pairDebits(debits, refunded)
  return debits.map((debit) => ({
    objectId: paidBack.get(debit) ?? debit.lineId,
    ref: null,
    amountCents: -debit.amountCents,
    feeCents: 0n,
    kind: debit.isZelle || paidBack.has(debit) ? 'refund' : 'transfer',
    at: noonOf(debit.postedOn),
  }))
}

/**
 * The bank's own list, read again from its beginning instead of out of what the polls have kept, to be held against
 * `settlement:zelle`; null where the list is brought in by operators. A credit that we never kept goes by the bank's id, and so does
 * what went out and pays back no credit that operators refunded.
 */
export const zelleReport = (services: Pick<Services, 'db' | 'zelleFeed'>): ReportSource | null => {
  const { read } = services.zelleFeed
  if (!read) return null
  return {
    report: async ({ from, to }) => {
      const isInReport = ({ isPosted, postedOn }: InboundCredit | OutboundDebit): boolean => {
        const at = noonOf(postedOn)
        return isPosted && at >= from && at < to
      }
      const { credits, debits } = await wholeList(read)
      const refunded = await listRefunded(services.db, { from, to })
      const incoming = await creditLines(services, credits.filter(isInReport))
      return [...incoming, ...debitLines(debits.filter(isInReport), refunded)]
    },
  }
}
