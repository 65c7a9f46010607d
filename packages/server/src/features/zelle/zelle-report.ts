import type { Services } from '#platform/services.ts'
import type { ReportSource } from '#providers/report.ts'
import { ProviderError } from '#providers/types.ts'
import type { InboundCredit, InboundFeed } from '#providers/zelle/port.ts'
import { findCreditIds } from './feeds-store.ts'

/** The bank gives a day and no time. */
const noonOf = (day: string): Date => new Date(`${day}T12:00:00Z`)

const MOST_RESTARTS = 3

/** The whole list, of two pages that speak of a credit as the later one has it. */
const wholeList = async (read: NonNullable<InboundFeed['read']>): Promise<InboundCredit[]> => {
  const credits = new Map<string, InboundCredit>()
  let cursor: string | null = null
  for (let restarts = 0; restarts <= MOST_RESTARTS;) {
    // One page leads to the next.
    // oxlint-disable-next-line no-await-in-loop
    const page = await read(cursor)
    if (typeof page === 'string') {
      cursor = null
      credits.clear()
      restarts += 1
      continue
    }
    for (const credit of page.credits) credits.set(credit.lineId, credit)
    for (const lineId of page.removed) credits.delete(lineId)
    if (page.isLast) return [...credits.values()]
    cursor = page.cursor
  }
  throw new ProviderError('unknownOutcome', 'the bank’s list changes faster than it is read')
}

/**
 * The bank's own list, read again from its beginning instead of out of what the polls have kept, to be held against
 * `settlement:zelle`; null where the list is brought in by operators. A credit that we never kept goes by the bank's id.
 */
export const zelleReport = ({ db, zelleFeed }: Pick<Services, 'db' | 'zelleFeed'>): ReportSource | null => {
  const { read, source } = zelleFeed
  if (!read) return null
  return {
    report: async ({ from, to }) => {
      const posted = (await wholeList(read)).filter(({ isPosted, postedOn }) => {
        const at = noonOf(postedOn)
        return isPosted && at >= from && at < to
      })
      const ids = await findCreditIds(
        db,
        source,
        posted.map(({ externalId }) => externalId),
      )
      return posted.map(({ externalId, amountCents, postedOn }) => ({
        objectId: ids.get(externalId) ?? externalId,
        ref: null,
        amountCents,
        feeCents: 0n,
        kind: 'payment',
        at: noonOf(postedOn),
      }))
    },
  }
}
