/** Pages of a look at the bank's list, in the order in which they were read, until it has come to its end. */
import { sql } from 'kysely'
import type { Trx } from '#platform/db/database.ts'
import type { InboundCredit } from '#providers/zelle/port.ts'

type KeptCredit = Omit<InboundCredit, 'amountCents'> & { amountCents: string }

/** Puts a page behind those that are kept. */
export const stagePage = async (trx: Trx, source: string, credits: readonly InboundCredit[]): Promise<void> => {
  const kept: KeptCredit[] = credits.map((credit) => ({ ...credit, amountCents: credit.amountCents.toString() }))
  await sql`
    insert into zelle_pages (source, n, credits)
    select ${source}, coalesce(max(n), 0) + 1, ${JSON.stringify(kept)}::jsonb from zelle_pages where source = ${source}`.execute(
    trx,
  )
}

/** Takes the first page away, and says whether it was the last; null when there is none. */
export const takePage = async (
  trx: Trx,
  source: string,
): Promise<{ credits: InboundCredit[]; isLast: boolean } | null> => {
  const pages = trx.selectFrom('zelle_pages').selectAll().where('source', '=', source)
  const [page, next] = await pages.orderBy('n').limit(2).execute()
  if (!page) return null
  await trx.deleteFrom('zelle_pages').where('source', '=', source).where('n', '=', page.n).execute()
  const kept = page.credits as unknown as KeptCredit[]
  return {
    credits: kept.map((credit) => ({ ...credit, amountCents: BigInt(credit.amountCents) })),
    isLast: next === undefined,
  }
}

/** Forgets what a look has found, since it starts over. */
export const dropPages = async (trx: Trx, source: string): Promise<void> => {
  await trx.deleteFrom('zelle_pages').where('source', '=', source).execute()
}
