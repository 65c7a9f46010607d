/** Stopping all money takes one pair of eyes, or none: an operator's, or the checker's finding. Reads go on. */
import type { Violation } from '@puente/ledger'
import { audit } from '#platform/audit.ts'
import type { AuditEntry } from '#platform/audit.ts'
import type { Database } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { Log } from '#platform/log.ts'
import { insertFreeze, insertFreezeFor } from './freeze-store.ts'
import { OperatorRefused } from './operator-refused.ts'
import { requireOperator } from './require-operator.ts'
import type { OperatorContext, OperatorCredentials } from './require-operator.ts'

const MOST_TEXT = 300
const MOST_ACCUSED = 50

const freeze = (
  db: Database,
  actor: AuditEntry['actor'],
  reason: string,
  violations?: readonly Violation[],
): Promise<boolean> =>
  transaction(db, 'freeze money', async (trx) => {
    const isNew = violations
      ? await insertFreezeFor(
          trx,
          reason,
          violations.slice(0, MOST_ACCUSED).map(({ where }) => where),
        )
      : await insertFreeze(trx, reason)
    if (isNew)
      await audit(trx, {
        actor,
        action: 'money.frozen',
        object: { type: 'money', id: 'all' },
        result: 'done',
        details: { reason },
      })
    return isNew
  })

export const freezeByOperator = async (
  ctx: OperatorContext,
  credentials: OperatorCredentials,
  reason: string,
): Promise<void> => {
  const name = await requireOperator(ctx, credentials)
  if (!(await freeze(ctx.db, { kind: 'operator', id: name }, reason)))
    throw new OperatorRefused('Money is frozen already')
}

/**
 * A broken invariant stops all money, whichever process found it. It pages when it is news: money was moving until now,
 * or this violation was not known before.
 */
export const freezeForViolations = async (
  { db, log }: { db: Database; log: Pick<Log, 'fatal'> },
  violations: readonly Violation[],
  isNews: boolean,
): Promise<void> => {
  const [first] = violations
  if (!first) return
  const reason = `${first.invariant}: ${JSON.stringify(first.where)}`.slice(0, MOST_TEXT)
  const wasMoving = await freeze(db, { kind: 'system', id: 'checker' }, reason, violations)
  if (!wasMoving && !isNews) return
  log.fatal(
    { alert: true, component: 'checker', reason, violations: violations.length },
    'an invariant is broken: all money is frozen',
  )
}
