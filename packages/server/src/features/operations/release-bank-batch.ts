/**
 * An operator lets withdrawals to banks go before their cut-off, such as on the eve of a holiday. One is enough: no money changes
 * its owner, and what it takes from people, that they can call theirs back until then, is in the audit trail of each.
 */
import { releaseBatch } from '#features/withdrawals/index.ts'
import { audit } from '#platform/audit.ts'
import { systemClock } from '#platform/clock.ts'
import { databaseNow } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import { eachApart } from '#platform/each-apart.ts'
import { newId } from '#platform/ids.ts'
import type { TaskHandlers } from '#platform/jobs/tasks.ts'
import type { Services } from '#platform/services.ts'
import {
  type BankRelease,
  endRelease,
  findReleased,
  insertRelease,
  listWaitingReleases,
} from './bank-releases-store.ts'
import { OperatorRefused } from './operator-refused.ts'
import { requireOperator } from './require-operator.ts'
import type { OperatorContext, OperatorCredentials } from './require-operator.ts'

declare module '#platform/jobs/tasks.ts' {
  interface Tasks {
    /** Carries out operators' orders to let withdrawals to banks go early. */
    'bank-releases.carry-out': Record<string, never>
  }
}

/** Orders it and answers with its id, for `bankReleased`. */
export const orderBankRelease = async (
  ctx: OperatorContext,
  credentials: OperatorCredentials,
  reason: string,
): Promise<string> => {
  const orderedBy = await requireOperator(ctx, credentials)
  if (reason.trim() === '') throw new OperatorRefused('Say why it leaves early')
  const orderedAt = await databaseNow(ctx.db, systemClock)
  const id = newId()
  await transaction(ctx.db, 'order withdrawals to leave early', async (trx) => {
    await insertRelease(trx, { id, orderedBy, reason, orderedAt })
    await audit(trx, {
      actor: { kind: 'operator', id: orderedBy },
      action: 'bank-release.ordered',
      object: { type: 'rail', id: 'bank' },
      result: 'done',
      details: { reason },
    })
  })
  return id
}

/** How many went; null while the product has not come to it. */
export const bankReleased = ({ db }: Pick<OperatorContext, 'db'>, id: string): Promise<number | null> =>
  findReleased(db, id)

type Releasing = Pick<Services, 'clock' | 'db' | 'jobs' | 'ledger' | 'log'>

export const bankReleaseTasks = (services: Releasing) =>
  ({
    // While money is frozen it waits. One that fails does not keep the others.
    'bank-releases.carry-out': async () => {
      await services.ledger.requireNotFrozen()
      const carryOut = async ({ id, orderedBy }: BankRelease): Promise<void> => {
        const released = await releaseBatch(services, (ref) => ({
          actor: { kind: 'operator', id: orderedBy },
          action: 'withdrawal.released',
          object: { type: 'movement', id: ref },
          result: 'done',
        }))
        await endRelease(services.db, id, released, await databaseNow(services.db, systemClock))
      }
      const releases = await listWaitingReleases(services.db)
      await eachApart(services.log, 'withdrawals were not let go early', releases, ({ id }) => id, carryOut)
    },
  }) satisfies TaskHandlers
