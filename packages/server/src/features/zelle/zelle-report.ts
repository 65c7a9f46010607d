import type { Services } from '#platform/services.ts'
import type { ReportSource } from '#providers/report.ts'
import { findCreditIds } from './feeds-store.ts'

/** The bank gives a day and no time. */
const noonOf = (day: string): Date => new Date(`${day}T12:00:00Z`)

/**
 * The bank's own list, read anew from its beginning instead of out of what the polls have kept, to be held against
 * `settlement:zelle`; null where the list is brought in by operators. A credit that we never kept goes by the bank's id.
 */
export const zelleReport = ({ db, zelleFeed }: Pick<Services, 'db' | 'zelleFeed'>): ReportSource | null => {
  const { poll, source } = zelleFeed
  if (!poll) return null
  return {
    report: async ({ from, to }) => {
      const { credits } = await poll(null)
      const posted = credits.filter(({ isPosted, postedOn }) => {
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
