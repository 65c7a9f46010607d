/**
 * What operators decide about payments by Zelle takes four eyes: one proposes it with its evidence, another approves that very
 * order within a day, by its digest, and the product carries it out within a minute. Their own role can neither post nor change a credit.
 */
import {
  creditByOperator,
  findPayer,
  importByOperator,
  isZelleFeedLive,
  matchByOperator,
  missingByOperator,
  readBankList,
  refundByOperator,
  rejectByOperator,
  type ZelleActOutcome,
} from '#features/zelle/index.ts'
import { audit } from '#platform/audit.ts'
import { systemClock } from '#platform/clock.ts'
import { databaseNow, type Db, type Trx } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import { eachApart } from '#platform/each-apart.ts'
import { newId } from '#platform/ids.ts'
import type { TaskHandlers } from '#platform/jobs/tasks.ts'
import type { Services } from '#platform/services.ts'
import { approval, approvedBy, digestOver } from './four-eyes.ts'
import { OperatorRefused } from './operator-refused.ts'
import { requireOperator } from './require-operator.ts'
import type { OperatorContext, OperatorCredentials } from './require-operator.ts'
import {
  approveZelleOrder,
  endZelleOrder,
  findZelleOrder,
  insertZelleOrder,
  keepPayer,
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

type Asked = Omit<NewZelleOrder, 'id' | 'maker' | 'proposedAt'>

const digestOf = ({ id, kind, creditId, movementId, csv, evidence, maker, proposedAt }: NewZelleOrder): string =>
  digestOver(id, kind, creditId ?? '', movementId ?? '', csv ?? '', evidence, maker, proposedAt)

const flawOf = ({ kind, creditId, movementId, csv, evidence }: Asked): string | null => {
  if (evidence.trim() === '') return 'An order needs its evidence: a case, a letter, a line of the bank'
  const needsCredit = kind !== 'reject' && kind !== 'import'
  if (needsCredit && creditId === null) return `To ${kind}, a credit must be named`
  if ((kind === 'match' || kind === 'reject') && movementId === null) return `To ${kind}, a transaction must be named`
  if (kind !== 'import') return null
  const read = readBankList(csv ?? '')
  return 'flaw' in read ? `The list cannot be read: ${read.flaw}` : null
}

/** Proposes an order and answers with the digest that another operator has to approve. */
export const proposeZelleOrder = async (
  ctx: OperatorContext,
  credentials: OperatorCredentials,
  asked: Asked,
): Promise<string> => {
  const maker = await requireOperator(ctx, credentials)
  const flaw = flawOf(asked)
  if (flaw) throw new OperatorRefused(flaw)
  const [id, proposedAt] = [newId(), await databaseNow(ctx.db, systemClock)]
  if (asked.kind === 'import' && (await isZelleFeedLive(ctx.db, proposedAt)))
    throw new OperatorRefused(
      'A list is imported only where ZELLE_FEED=import: the feed that is read brings every credit',
    )
  const order = { ...asked, id, maker, proposedAt }
  const digest = digestOf(order)
  await transaction(ctx.db, 'propose an order about Zelle', async (trx) => {
    await insertZelleOrder(trx, order, digest)
    await audit(trx, {
      actor: { kind: 'operator', id: maker },
      action: 'zelle-order.proposed',
      object: { type: 'zelle-order', id },
      result: 'done',
      details: { digest, kind: asked.kind, evidence: asked.evidence },
    })
  })
  return digest
}

/** Approves another operator's order; the product carries it out within a minute. */
export const approveZelleOrderByOperator = approval({
  purpose: 'approve an order about Zelle',
  find: findZelleOrder,
  digestOf,
  keep: approveZelleOrder,
  trail: ({ id, kind }) => ({
    action: 'zelle-order.approved',
    object: { type: 'zelle-order', id },
    details: { kind },
  }),
})

/** Whose payment an order rejects, kept before anything is posted: what has ended is no longer found by its id alone. */
const payerOf = async ({ db }: Services, { id, payerId, movementId }: ZelleOrder): Promise<string | null> => {
  if (payerId !== null || movementId === null) return payerId
  const found = await findPayer(db, movementId)
  if (found !== null) await keepPayer(db, id, found)
  return found
}

const carryOut = async (
  services: Services,
  order: ZelleOrder,
  end: (db: Db, outcome: ZelleActOutcome) => Promise<void>,
): Promise<ZelleActOutcome> => {
  const { id: orderId, kind, creditId, movementId: named, csv } = order
  const [credit, movementId] = [{ orderId, creditId: creditId ?? '' }, named ?? '']
  const endAsDone = (trx: Trx) => end(trx, 'done')
  switch (kind) {
    case 'match':
      return matchByOperator(services, credit, movementId)
    case 'credit':
      return creditByOperator(services, credit)
    case 'refund':
      return refundByOperator(services, credit)
    case 'reject': {
      const ownerId = await payerOf(services, order)
      return ownerId === null
        ? 'notOpen'
        : rejectByOperator(services, { orderId, ref: { ownerId, ref: movementId } }, endAsDone)
    }
    case 'gone':
    case 'found':
      return missingByOperator(services, credit, kind, endAsDone)
    case 'import': {
      const read = readBankList(csv ?? '')
      return 'flaw' in read ? 'notOpen' : importByOperator(services, read.credits)
    }
  }
}

/**
 * Carries out what two operators have approved, provided that it is unchanged since. Each act is done once, however often its order is
 * taken up again; one that fails does not keep the others. While money is frozen it waits.
 */
export const carryOutZelleOrders = async (services: Services): Promise<void> => {
  await services.ledger.requireNotFrozen()
  const { clock, db, log } = services
  const orders = await listApprovedZelleOrders(db, AT_A_TIME)
  const carryOutOne = async (order: ZelleOrder): Promise<void> => {
    const checker = approvedBy(log, order, digestOf, 'an approved order about Zelle is not what was approved')
    const end = async (on: Db, outcome: ZelleActOutcome | 'altered') =>
      endZelleOrder(on, order.id, outcome, await databaseNow(on, clock))
    await end(db, checker === null ? 'altered' : await carryOut(services, order, end))
  }
  await eachApart(log, 'an order about Zelle was not carried out', orders, ({ id }) => id, carryOutOne)
}

export const zelleOrderTasks = (services: Services): TaskHandlers => ({
  'zelle-orders.carry-out': () => carryOutZelleOrders(services),
})
