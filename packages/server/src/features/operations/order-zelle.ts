/**
 * What operators decide about payments by Zelle takes four eyes: one proposes it with its evidence, another approves that very
 * order, and the product carries it out within a minute. Their own role can neither post nor change a credit.
 */
import {
  creditByOperator,
  importByOperator,
  matchByOperator,
  readBankList,
  refundByOperator,
  rejectByOperator,
  type ZelleActOutcome,
} from '#features/zelle/index.ts'
import { audit } from '#platform/audit.ts'
import { systemClock } from '#platform/clock.ts'
import { databaseNow } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import { newId } from '#platform/ids.ts'
import type { TaskHandlers } from '#platform/jobs/tasks.ts'
import type { Services } from '#platform/services.ts'
import { OperatorRefused } from './operator-refused.ts'
import { requireOperator } from './require-operator.ts'
import type { OperatorContext, OperatorCredentials } from './require-operator.ts'
import {
  approveZelleOrder,
  endZelleOrder,
  findZelleOrder,
  insertZelleOrder,
  listApprovedZelleOrders,
  type NewZelleOrder,
  type ZelleOrder,
} from './zelle-orders-store.ts'

declare module '#platform/jobs/tasks.ts' {
  interface Tasks {
    'zelle-orders.carry-out': Record<string, never>
  }
}

const AT_A_TIME = 20

type Asked = Omit<NewZelleOrder, 'id' | 'maker'>

const flawOf = ({ kind, creditId, movementId, csv, evidence }: Asked): string | null => {
  if (evidence.trim() === '') return 'An order needs its evidence: a case, a letter, a line of the bank'
  const needsCredit = kind === 'match' || kind === 'credit' || kind === 'refund'
  if (needsCredit && creditId === null) return `To ${kind}, a credit must be named`
  if ((kind === 'match' || kind === 'reject') && movementId === null) return `To ${kind}, a transaction must be named`
  if (kind !== 'import') return null
  const read = readBankList(csv ?? '')
  return 'flaw' in read ? `The list cannot be read: ${read.flaw}` : null
}

/** Proposes an order and answers with its id, which another operator has to approve. */
export const proposeZelleOrder = async (
  ctx: OperatorContext,
  credentials: OperatorCredentials,
  asked: Asked,
): Promise<string> => {
  const maker = await requireOperator(ctx, credentials)
  const flaw = flawOf(asked)
  if (flaw) throw new OperatorRefused(flaw)
  const id = newId()
  await transaction(ctx.db, 'propose an order about Zelle', async (trx) => {
    await insertZelleOrder(trx, { ...asked, id, maker })
    await audit(trx, {
      actor: { kind: 'operator', id: maker },
      action: 'zelle-order.proposed',
      object: { type: 'zelle-order', id },
      result: 'done',
      details: { kind: asked.kind, evidence: asked.evidence },
    })
  })
  return id
}

/** Approves another operator's order. */
export const approveZelleOrderByOperator = async (
  ctx: OperatorContext,
  credentials: OperatorCredentials,
  id: string,
): Promise<void> => {
  const checker = await requireOperator(ctx, credentials)
  const order = await findZelleOrder(ctx.db, id)
  if (!order || order.checker !== null) throw new OperatorRefused('There is no open order of this id')
  if (order.maker === checker) throw new OperatorRefused('The operator who proposed an order may not approve it')
  const at = await databaseNow(ctx.db, systemClock)
  await transaction(ctx.db, 'approve an order about Zelle', async (trx) => {
    if (!(await approveZelleOrder(trx, id, checker, at))) throw new OperatorRefused('Another operator was faster')
    await audit(trx, {
      actor: { kind: 'operator', id: checker },
      action: 'zelle-order.approved',
      object: { type: 'zelle-order', id },
      result: 'done',
      details: { kind: order.kind, maker: order.maker },
    })
  })
}

const carryOut = (
  services: Services,
  { id, kind, creditId, movementId, csv }: ZelleOrder,
): Promise<ZelleActOutcome> => {
  const [credit, movement] = [{ orderId: id, creditId: creditId ?? '' }, movementId ?? '']
  switch (kind) {
    case 'match':
      return matchByOperator(services, credit, movement)
    case 'credit':
      return creditByOperator(services, credit)
    case 'refund':
      return refundByOperator(services, credit)
    case 'reject':
      return rejectByOperator(services, movement)
    case 'import': {
      const read = readBankList(csv ?? '')
      return 'flaw' in read ? Promise.resolve('notOpen') : importByOperator(services, read.credits)
    }
  }
}

/** Carries out what was approved. Each act is done once, however often its order is taken up again. */
export const carryOutZelleOrders = async (services: Services): Promise<void> => {
  await services.ledger.requireNotFrozen()
  for (const order of await listApprovedZelleOrders(services.db, AT_A_TIME)) {
    const outcome = await carryOut(services, order)
    await endZelleOrder(services.db, order.id, outcome, await databaseNow(services.db, services.clock))
  }
}

export const zelleOrderTasks = (services: Services): TaskHandlers => ({
  'zelle-orders.carry-out': () => carryOutZelleOrders(services),
})
