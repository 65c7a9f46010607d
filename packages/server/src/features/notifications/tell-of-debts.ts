/** The notices of what people owe: each change of it once, by the event that the batch of the money told. */
import type { NoticeVariant } from '@puente/contract'
import { readDebt } from '#features/limits/index.ts'
import type { TaskHandlers } from '#platform/jobs/tasks.ts'
import type { Services } from '#platform/services.ts'
import { tellNotices } from './tell-notices.ts'

type Changed = { ownerId: string; beforeCents: number; owedCents: number }

declare module '#platform/jobs/tasks.ts' {
  interface Tasks {
    'notices.tell-debt': Changed
  }
}

/**
 * What a change of a debt means for who owes, and the amount that its sentence names; null for one that another change
 * follows: what was paid too much is given back at once, and told then.
 */
export const debtNews = ({
  beforeCents,
  owedCents,
}: Omit<Changed, 'ownerId'>): { variant: NoticeVariant<'debt'>; cents: number } | null => {
  if (owedCents > 0) return { variant: owedCents > beforeCents ? 'owed' : 'partlyPaid', cents: owedCents }
  if (beforeCents > 0) return { variant: 'settled', cents: beforeCents }
  return owedCents > beforeCents ? { variant: 'givenBack', cents: owedCents - beforeCents } : null
}

export const tellOfDebts = (services: Services) =>
  ({
    'notices.tell-debt': async ({ ownerId, ...changed }, { jobId, orderedAt }) => {
      const news = debtNews(changed)
      if (!news) return
      const amountCents = BigInt(news.cents)
      const { movementId } = await readDebt(services.db.pool, ownerId)
      await tellNotices(services, [
        {
          ownerId,
          source: `job/${jobId}`,
          at: orderedAt,
          kind: 'debt',
          variant: news.variant,
          // The transaction that it came of: the home screen says only how much it is.
          object: movementId === null ? { type: 'wallet', id: null } : { type: 'transaction', id: movementId },
          amountCents,
          said: { amountCents },
        },
      ])
    },
  }) satisfies TaskHandlers
