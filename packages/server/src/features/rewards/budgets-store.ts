/** Proposed budgets, and what operators read of the programme. */
import { readTrialBalance } from '@puente/ledger'
import { sql } from 'kysely'
import type { Db, Database, Trx } from '#platform/db/database.ts'

export type ProposedBudget = {
  digest: string
  cents: bigint
  reason: string
  maker: string
  proposedAt: Date
}

export const insertBudget = async (trx: Trx, budget: ProposedBudget): Promise<void> => {
  await trx
    .insertInto('reward_budgets')
    .values({
      digest: budget.digest,
      cents: budget.cents,
      reason: budget.reason,
      maker: budget.maker,
      proposed_at: budget.proposedAt,
    })
    .execute()
}

/** One that is not approved yet. */
export const findOpenBudget = async (db: Db, digest: string): Promise<ProposedBudget | null> => {
  const row = await db
    .selectFrom('reward_budgets')
    .selectAll()
    .where('digest', '=', digest)
    .where('checker', 'is', null)
    .executeTakeFirst()
  return row
    ? { digest: row.digest, cents: row.cents, reason: row.reason, maker: row.maker, proposedAt: row.proposed_at }
    : null
}

/** False when another operator was faster. */
export const approveOpenBudget = async (trx: Trx, digest: string, checker: string, at: Date): Promise<boolean> => {
  const approved = await trx
    .updateTable('reward_budgets')
    .set({ checker, approved_at: at })
    .where('digest', '=', digest)
    .where('checker', 'is', null)
    .executeTakeFirst()
  return approved.numUpdatedRows > 0n
}

/** How many wait in the line, and since when the first one does. */
export const readLine = async (db: Db): Promise<{ count: number; since: Date | null }> => {
  const { rows } = await sql<{ count: number; since: Date | null }>`
    select count(*)::int as count, min(earned_at) as since from reward_line where act = 'pay'`.execute(db)
  return rows[0] ?? { count: 0, since: null }
}

/** What the budget's account and the expense had come to by then, in cents. */
export const readMoney = async (
  { pool }: Pick<Database, 'pool'>,
  before: Date,
): Promise<{ leftCents: bigint; spentCents: bigint }> => {
  const { lines } = await readTrialBalance(pool, before)
  const of = (account: string) => lines.find((line) => line.account === account)?.balanceCents ?? 0n
  const leftCents = of('liability:rewards')
  return { leftCents, spentCents: -of('expense:rewards') - leftCents }
}
