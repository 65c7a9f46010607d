/** Every provider's report held against our books, as the night does it: whatever happened, both say the same of our money. */
import { insertRun, listOpenDifferences } from '#features/reconciliation/differences-store.ts'
import { reconcileRail } from '#features/reconciliation/reconcile-rail.ts'
import { PROVIDERS_OF, reportOf } from '#features/reconciliation/reports.ts'
import { newId } from '#platform/ids.ts'
import type { ProvidedRail } from '#providers/types.ts'
import type { TestApp } from '../app.ts'

const DAY_MS = 86_400_000
const SHOWN = 5

const RAILS = Object.keys(PROVIDERS_OF) as ProvidedRail[]

/** What lies at the provider: its lines, less its fees. */
const theirsOf = async ({ services }: TestApp, rail: ProvidedRail, span: { from: Date; to: Date }): Promise<bigint> => {
  const lines = (await reportOf(services, rail)?.report(span)) ?? []
  return lines.reduce((sum, { amountCents, feeCents }) => sum + amountCents - feeCents, 0n)
}

/** What both sides say of each rail since `from`, which must be before the first payment; `open` is empty where nothing differs. */
export const reconciledSince = async (app: TestApp, from: Date) => {
  const { services } = app
  const at = services.clock.now()
  // As a week later, so that nothing can still be on its way.
  const later = { ...services, clock: { ...services.clock, now: () => new Date(at.getTime() + 7 * DAY_MS) } }
  const span = { from, to: new Date(at.getTime() + DAY_MS) }
  const found = []
  for (const rail of RAILS) {
    const run = { id: newId(), rail, ...span }
    await insertRun(services.db, run, { by: 'test', at })
    const { outcome } = await reconcileRail(later, run)
    const balances = await services.ledger.balancesOf(services.ledger.houses(`settlement:${rail}`))
    const ours = -balances.reduce((sum, { balanceCents }) => sum + balanceCents, 0n)
    found.push({ rail, outcome, ours, theirs: await theirsOf(app, rail, span) })
  }
  return { rails: found, open: await listOpenDifferences(services.db, SHOWN) }
}
