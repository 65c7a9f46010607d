/**
 * What operators write in tickets and decide about disputes. Their own role changes none of these rows: an order is written down, and
 * the product carries it out within a minute, once. What credits or takes money is approved by a second operator, by its digest.
 */
import {
  answerDispute,
  answerTicket,
  canCredit,
  DISPUTE_ACTS,
  type DisputeAct,
  findDisputeById,
  findTicketById,
  leastCredit,
  moveDisputeMoney,
  TICKET_ACTS,
  type TicketAct,
} from '#features/support/index.ts'
import { findNotKept, type NotKept } from '#features/wallet/index.ts'
import { recordAccess } from '#features/accounts/index.ts'
import { audit } from '#platform/audit.ts'
import { systemClock } from '#platform/clock.ts'
import { decryptField, encryptField } from '#platform/crypto/field-encryption.ts'
import { databaseNow } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import { eachApart } from '#platform/each-apart.ts'
import { newId } from '#platform/ids.ts'
import type { TaskHandlers } from '#platform/jobs/tasks.ts'
import type { Keys } from '#platform/secrets.ts'
import type { Services } from '#platform/services.ts'
import { approval, digestOver } from './four-eyes.ts'
import { OperatorRefused } from './operator-refused.ts'
import { requireOperator } from './require-operator.ts'
import type { OperatorContext, OperatorCredentials } from './require-operator.ts'
import {
  approveSupportOrder,
  endSupportOrder,
  findSupportProposal,
  insertSupportOrder,
  type KeptSupportOrder,
  listReadySupportOrders,
  type SupportAct,
  type SupportOrder,
} from './support-orders-store.ts'

declare module '#platform/jobs/tasks.ts' {
  interface Tasks {
    'support-orders.carry-out': Record<string, never>
  }
}

/** What one operator does alone: words, and looking into a dispute. */
const ALONE: readonly SupportAct[] = [...TICKET_ACTS, 'investigate']
/** What nobody does without words for the person. */
const WORDED: readonly SupportAct[] = ['answer', 'ask', 'resolveFor', 'resolveAgainst']

const isTicketAct = (act: SupportAct): act is TicketAct => (TICKET_ACTS as readonly string[]).includes(act)
const isDisputeAct = (act: SupportAct): act is DisputeAct => (DISPUTE_ACTS as readonly string[]).includes(act)

const movesMoney = (act: SupportAct): boolean => act === 'credit' || act === 'resolveFor'

const placeOf = (id: string) => ({ table: 'support_orders', column: 'text_sealed', row: id })

const digestOf = (order: SupportOrder) => {
  const { id, kind, ownerId, ticketId, disputeId, textSealed, amountCents, reason, maker, proposedAt } = order
  const amount = amountCents === null ? [] : [amountCents]
  return digestOver(
    id,
    kind,
    ownerId,
    ticketId,
    disputeId ?? '',
    textSealed ?? '',
    reason,
    maker,
    proposedAt,
    ...amount,
  )
}

/**
 * `id` is a bare uuid: of the ticket, or, for what is decided about a dispute, of the dispute. `amountCents`: what is credited, if it is
 * not all that is in question.
 */
export type AskedSupportOrder = {
  act: SupportAct
  id: string
  text: string | null
  amountCents?: bigint | null
  reason: string
}

/** Why nothing is credited for a transaction whose owner would have its money twice. */
const NOT_KEPT: Record<NotKept, string> = {
  underWay: 'The transaction is under way: until it has ended its money may be returned, so nothing is credited',
  nothingMoved: 'The transaction was canceled and has moved nothing, so nothing is credited',
  cameBack:
    'Money of the transaction came back, or may while its provider decides: answer --for us, and correct what is missing by npm run money -- adjust',
}

/** Whose it is, and which ticket. */
const subjectOf = async ({ db }: OperatorContext, { act, id, amountCents = null }: AskedSupportOrder) => {
  if (isDisputeAct(act)) {
    const dispute = await findDisputeById(db, id)
    if (!dispute) throw new OperatorRefused('There is no such dispute')
    if (amountCents !== null && !canCredit(dispute, amountCents))
      throw new OperatorRefused(`A credit is from ${leastCredit(dispute)} to ${dispute.amountCents} cents here`)
    const notKept = movesMoney(act) ? await findNotKept(db, dispute) : null
    if (notKept !== null) throw new OperatorRefused(NOT_KEPT[notKept])
    return { ownerId: dispute.ownerId, ticketId: dispute.ticketId, disputeId: dispute.disputeId }
  }
  const ticket = await findTicketById(db, id)
  if (!ticket) throw new OperatorRefused('There is no such ticket')
  return { ownerId: ticket.ownerId, ticketId: ticket.ticketId, disputeId: null }
}

/** Writes an order down. Answers with the digest that another operator has to approve; null where none is needed. */
export const orderSupport = async (
  ctx: OperatorContext & { keys: Pick<Keys, 'sealing'> },
  credentials: OperatorCredentials,
  asked: AskedSupportOrder,
): Promise<string | null> => {
  const { act, id: subjectId, text, amountCents = null, reason } = asked
  const maker = await requireOperator(ctx, credentials)
  if (reason.trim() === '') throw new OperatorRefused('A reason is needed')
  if (WORDED.includes(act) && text === null) throw new OperatorRefused('A text for the person is needed')
  if (amountCents !== null && act !== 'credit') throw new OperatorRefused('Only a credit has an amount')
  const subject = await subjectOf(ctx, asked)
  const [id, proposedAt] = [newId(), await databaseNow(ctx.db, systemClock)]
  const textSealed = text === null ? null : encryptField(ctx.keys.sealing, placeOf(id), text)
  const order: SupportOrder = { id, kind: act, ...subject, textSealed, amountCents, reason, maker, proposedAt }
  const digest = digestOf(order)
  await transaction(ctx.db, 'order about a ticket', async (trx) => {
    await insertSupportOrder(trx, order, digest)
    await audit(trx, {
      actor: { kind: 'operator', id: maker },
      action: 'support-order.placed',
      object: { type: subject.disputeId === null ? 'ticket' : 'dispute', id: subjectId },
      result: 'done',
      details: { digest, act, reason },
    })
  })
  return ALONE.includes(act) ? null : digest
}

/** Approves another operator's decision; the product carries it out within a minute. */
export const approveSupport = approval({
  purpose: 'approve a decision on a dispute',
  find: findSupportProposal,
  digestOf,
  keep: approveSupportOrder,
  also: (trx, { ownerId, digest }, at) =>
    recordAccess(trx, {
      ownerId,
      role: 'operator',
      what: 'dispute',
      why: 'support',
      reference: digest.slice(0, 12),
      at,
    }),
  trail: ({ disputeId, kind }) => ({
    action: 'support-order.approved',
    object: { type: 'dispute', id: disputeId ?? '' },
    details: { act: kind },
  }),
})

/** Another process has carried the order out meanwhile: nothing of this run stays. */
class CarriedOut extends Error {
  override readonly name = 'CarriedOut'
}

const isIntact = (order: KeptSupportOrder): boolean =>
  digestOf(order) === order.digest &&
  (ALONE.includes(order.kind) || (order.checker !== null && order.checker !== order.maker))

const textOf = ({ keys }: Pick<Services, 'keys'>, { id, textSealed }: SupportOrder): string | null =>
  textSealed === null ? null : decryptField(keys.sealing, placeOf(id), textSealed)

const carryOutOne = async (services: Services, order: KeptSupportOrder): Promise<void> => {
  const { id, kind, ownerId, ticketId, disputeId, amountCents, maker, checker } = order
  const intact = isIntact(order)
  if (!intact)
    services.log.fatal(
      { alert: true, component: 'operations', label: id },
      'an approved decision on a dispute is not what was approved',
    )
  const operator = checker ?? maker
  const ref = { ownerId, disputeId: disputeId ?? '' }
  const money =
    intact && isDisputeAct(kind)
      ? await moveDisputeMoney(services, ref, kind, { operator, orderId: id, creditCents: amountCents })
      : 'done'
  const text = intact ? textOf(services, order) : null
  const work = transaction(services.db, 'carry out an order about a ticket', async (trx) => {
    const outcome = !intact
      ? 'altered'
      : money !== 'done'
        ? money
        : isTicketAct(kind)
          ? await answerTicket(services, trx, { ownerId, ticketId }, { act: kind, text, operator })
          : await answerDispute(services, trx, ref, { act: kind, text, operator })
    if (!(await endSupportOrder(trx, id, outcome, services.clock.now()))) throw new CarriedOut()
  })
  await work.catch((error: unknown) => {
    if (!(error instanceof CarriedOut)) throw error
  })
}

const AT_A_TIME = 20

/**
 * Carries out what is ready, provided that it is unchanged since. One that fails does not keep the others. While money is frozen what
 * moves it waits, and comes last for that reason.
 */
export const carryOutSupportOrders = async (services: Services): Promise<void> => {
  const ready = await listReadySupportOrders(services.db, ALONE, AT_A_TIME)
  const orders = ready.toSorted((one, other) => Number(movesMoney(one.kind)) - Number(movesMoney(other.kind)))
  const carryOut = (order: KeptSupportOrder): Promise<void> => carryOutOne(services, order)
  await eachApart(services.log, 'an order about a ticket was not carried out', orders, ({ id }) => id, carryOut)
}

export const supportOrderTasks = (services: Services): TaskHandlers => ({
  'support-orders.carry-out': () => carryOutSupportOrders(services),
})
