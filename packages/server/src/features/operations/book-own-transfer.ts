/**
 * Our own money that went from a provider to our bank, or the other way, stands in the reports and in no payment. Two operators agree
 * that it was ours; the product then books it, one end at a time: each by its line in the report of its side, once, at the amount that the
 * report has.
 */
import { bookTransfer, findUnbookedTransfer } from '#features/reconciliation/index.ts'
import { audit } from '#platform/audit.ts'
import { systemClock } from '#platform/clock.ts'
import { databaseNow } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import { eachApart } from '#platform/each-apart.ts'
import { newId } from '#platform/ids.ts'
import type { TaskHandlers } from '#platform/jobs/tasks.ts'
import type { Services } from '#platform/services.ts'
import { approval, approvedBy, digestOver } from './four-eyes.ts'
import { OperatorRefused } from './operator-refused.ts'
import {
  approveTransfer,
  endTransfer,
  findTransfer,
  insertTransfer,
  type KeptTransfer,
  listApprovedTransfers,
  type ProposedTransfer,
} from './own-transfers-store.ts'
import { requireOperator } from './require-operator.ts'
import type { OperatorContext, OperatorCredentials } from './require-operator.ts'

declare module '#platform/jobs/tasks.ts' {
  interface Tasks {
    'own-transfers.book': Record<string, never>
  }
}

export type AskedTransfer = { rail: string; objectId: string; reason: string }

const digestOf = ({ id, rail, objectId, cents, reason, maker, proposedAt }: ProposedTransfer): string =>
  digestOver(id, rail, objectId, cents, reason, maker, proposedAt)

/**
 * Proposes to book what a comparison named `unbookedTransfer`, at the amount it found; answers with the digest that another operator
 * has to approve, and that amount.
 */
export const proposeOwnTransfer = async (
  ctx: OperatorContext,
  credentials: OperatorCredentials,
  { rail, objectId, reason }: AskedTransfer,
): Promise<{ digest: string; cents: bigint }> => {
  const maker = await requireOperator(ctx, credentials)
  if (reason.trim() === '') throw new OperatorRefused('A reason is needed: the statement or the case that shows it')
  const found = await findUnbookedTransfer(ctx.db, { rail, objectId })
  if (!found) throw new OperatorRefused('No unbookedTransfer of this rail and line is open: npm run reconcile -- list')
  const proposedAt = await databaseNow(ctx.db, systemClock)
  const transfer = { id: newId(), rail: found.rail, objectId, cents: found.amountCents, reason, maker, proposedAt }
  const digest = digestOf(transfer)
  await transaction(ctx.db, 'propose to book an own transfer', async (trx) => {
    await insertTransfer(trx, transfer, digest)
    await audit(trx, {
      actor: { kind: 'operator', id: maker },
      action: 'own-transfer.proposed',
      object: { type: 'transfer', id: transfer.id },
      result: 'done',
      details: { digest, rail, objectId, cents: Number(transfer.cents), reason },
    })
  })
  return { digest, cents: transfer.cents }
}

/** Approves another operator's proposal; the product books it within a minute. */
export const approveOwnTransfer = approval({
  purpose: 'approve an own transfer',
  find: findTransfer,
  digestOf,
  keep: approveTransfer,
  trail: ({ id }) => ({ action: 'own-transfer.approved', object: { type: 'transfer', id } }),
})

type Booking = Pick<Services, 'db' | 'ledger' | 'log'>

const book = async (services: Booking, transfer: KeptTransfer, checker: string): Promise<string> => {
  const { id, rail, objectId, cents: amountCents, maker, digest } = transfer
  const trail = {
    actor: { kind: 'operator', id: checker },
    action: 'own-transfer.booked',
    object: { type: 'transfer', id },
    result: 'done',
    details: { maker, digest, rail, objectId },
  } as const
  const outcome = await bookTransfer(services, { id, rail, objectId, amountCents, trail })
  return outcome.accepted ? 'booked' : outcome.refusal.code
}

const AT_A_TIME = 20

/** Books what two operators have approved, provided that it is unchanged since. One that fails does not keep the others. While money is frozen it waits. */
const bookOwnTransfers = async (services: Booking): Promise<void> => {
  const { db, log } = services
  const bookOne = async (transfer: KeptTransfer): Promise<void> => {
    const checker = approvedBy(log, transfer, digestOf, 'an approved own transfer is not what was approved')
    const outcome = checker === null ? 'altered' : await book(services, transfer, checker)
    await endTransfer(db, transfer.id, outcome, await databaseNow(db, systemClock))
  }
  const transfers = await listApprovedTransfers(db, AT_A_TIME)
  await eachApart(log, 'an own transfer was not booked', transfers, ({ id }) => id, bookOne)
}

export const ownTransferTasks = (services: Booking): TaskHandlers => ({
  'own-transfers.book': () => bookOwnTransfers(services),
})
