import { audit } from '#platform/audit.ts'
import type { Database } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import { passNumbers } from '#platform/db/transaction-numbers.ts'

/**
 * Makes a database that was filled from a dump fit to be watched again. Asks for no operator's secret: a wrong one would leave
 * an audit row that no seal could reach, and no money is touched.
 */
export const catchUp = async (
  db: Database,
  onStep: (left: bigint) => void,
): Promise<{ from: bigint; to: bigint } | null> => {
  const passed = await passNumbers(db.pool, onStep)
  if (passed)
    await transaction(db, 'note the catching up', (trx) =>
      audit(trx, {
        actor: { kind: 'system', id: 'catch-up' },
        action: 'numbers.passed',
        result: 'done',
        details: { from: Number(passed.from), to: Number(passed.to) },
      }),
    )
  return passed
}
