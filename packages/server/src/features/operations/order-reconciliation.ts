/**
 * An operator orders a comparison, which the product carries out within a minute, since it alone reaches the providers; and says what
 * a difference was.
 */
import { explain, findRunEnds, insertRun, PROVIDERS_OF } from '#features/reconciliation/index.ts'
import { audit } from '#platform/audit.ts'
import { type Clock, systemClock } from '#platform/clock.ts'
import { databaseNow } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import { newId } from '#platform/ids.ts'
import type { ProvidedRail } from '#providers/types.ts'
import { OperatorRefused } from './operator-refused.ts'
import { requireOperator } from './require-operator.ts'
import type { OperatorContext, OperatorCredentials } from './require-operator.ts'

const DAY_MS = 86_400_000

const railsOf = (rail: string | undefined): ProvidedRail[] => {
  const all = Object.keys(PROVIDERS_OF) as ProvidedRail[]
  const asked = rail === undefined ? all : all.filter((one) => one === rail)
  if (asked.length === 0) throw new OperatorRefused(`A rail with a provider is one of ${all.join(', ')}`)
  return asked
}

/** A day in UTC; yesterday unless it is said. */
const spanOf = (day: string | undefined, at: Date): { from: Date; to: Date } => {
  const from =
    day === undefined ? new Date(Math.floor(at.getTime() / DAY_MS - 1) * DAY_MS) : new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(from.getTime()) || from > at) throw new OperatorRefused('A day is like 2026-11-23, and not to come')
  return { from, to: new Date(from.getTime() + DAY_MS) }
}

/** Answers the ids of the ordered comparisons, for `reconciliationEnds`. `clock` is the product's, if it was put forward. */
export const orderReconciliation = async (
  ctx: OperatorContext,
  credentials: OperatorCredentials,
  { rail, day }: { rail?: string | undefined; day?: string | undefined },
  clock: Clock = systemClock,
): Promise<string[]> => {
  const operator = await requireOperator(ctx, credentials)
  const at = await databaseNow(ctx.db, clock)
  const runs = railsOf(rail).map((one) => ({ id: newId(), rail: one, ...spanOf(day, at) }))
  await transaction(ctx.db, 'order a reconciliation', async (trx) => {
    for (const run of runs) {
      await insertRun(trx, run, { by: operator, at })
      await audit(trx, {
        actor: { kind: 'operator', id: operator },
        action: 'reconciliation.ordered',
        object: { type: 'rail', id: run.rail },
        result: 'done',
        details: { day: run.from.toISOString().slice(0, 10) },
      })
    }
  })
  return runs.map(({ id }) => id)
}

export const reconciliationEnds = ({ db }: Pick<OperatorContext, 'db'>, ids: readonly string[]) => findRunEnds(db, ids)

export const explainDifference = async (
  ctx: OperatorContext,
  credentials: OperatorCredentials,
  { rail, what, subject, why }: Record<'rail' | 'what' | 'subject' | 'why', string>,
): Promise<void> => {
  const operator = await requireOperator(ctx, credentials)
  await transaction(ctx.db, 'explain a difference', async (trx) => {
    if (!(await explain(trx, { rail, what, subject, by: operator, explanation: why })))
      throw new OperatorRefused('No such difference is open')
    await audit(trx, {
      actor: { kind: 'operator', id: operator },
      action: 'difference.explained',
      object: { type: 'difference', id: `${rail}:${what}:${subject}` },
      result: 'done',
      details: { why },
    })
  })
}
