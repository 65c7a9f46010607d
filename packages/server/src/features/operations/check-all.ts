import { checkLedger } from '@puente/ledger'
import type { CheckReport } from '@puente/ledger'
import type { Pool } from 'pg'
import { checkMovements } from './invariants-store.ts'

/** The full check of the ledger and of what the server writes beside it. Reads everything. */
export const checkAll = async (pool: Pool): Promise<CheckReport> => {
  const report = await checkLedger(pool)
  const violations = [...report.violations, ...(await checkMovements(pool))]
  return { ...report, ok: violations.length === 0, violations }
}
