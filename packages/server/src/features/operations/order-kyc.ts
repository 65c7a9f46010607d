/**
 * What operators decide about an identity check. Their own role may read its rows and change none of them: an order is
 * written down, and the product carries it out within a minute, once, in the transaction that ends the order.
 */
import { lockAccount } from '#features/accounts/index.ts'
import {
  type ActOutcome,
  answerAppeal,
  askForUpload,
  decideByOperator,
  itemOf,
  listItems,
  type OperatorAct,
  reopenReview,
  revokeApproval,
} from '#features/kyc/index.ts'
import { audit } from '#platform/audit.ts'
import { decryptField, encryptField } from '#platform/crypto/field-encryption.ts'
import { transaction } from '#platform/db/transaction.ts'
import { eachApart } from '#platform/each-apart.ts'
import { newId } from '#platform/ids.ts'
import type { TaskHandlers } from '#platform/jobs/tasks.ts'
import type { Keys } from '#platform/secrets.ts'
import type { Services } from '#platform/services.ts'
import { DOCUMENT_KINDS, documentNumber } from '#providers/identity-check/port.ts'
import { findOwner } from './adjustments-store.ts'
import type { KycOrder } from './kyc-order-rules.ts'
import { endOrder, insertOrder, listWaitingOrders, type PlacedOrder } from './kyc-orders-store.ts'
import { OperatorRefused } from './operator-refused.ts'
import { requireOperator } from './require-operator.ts'
import type { OperatorContext, OperatorCredentials } from './require-operator.ts'

declare module '#platform/jobs/tasks.ts' {
  interface Tasks {
    'kyc-orders.carry-out': Record<string, never>
  }
}

const placeOf = (id: string) => ({ table: 'kyc_orders', column: 'text_sealed', row: id })

/** Bare uuid of a handle's owner; refuses when no one has it. */
export const requireOwner = async ({ db }: OperatorContext, handle: string): Promise<string> => {
  const ownerId = await findOwner(db, handle)
  if (!ownerId) throw new OperatorRefused(`No person has the handle ${handle}`)
  return ownerId
}

export type AskedOrder = { handle: string; order: KycOrder; reason: string }

/** Places an order and answers with its id. `text` is what the person will read; it is sealed with the product's own keys. */
export const orderKyc = async (
  ctx: OperatorContext,
  credentials: OperatorCredentials,
  { handle, order, reason }: AskedOrder,
  answer: { text: string; keys: Pick<Keys, 'sealing'> } | null = null,
): Promise<string> => {
  const operator = await requireOperator(ctx, credentials)
  if (reason.trim() === '') throw new OperatorRefused('A reason is needed')
  const ownerId = await requireOwner(ctx, handle)
  const id = newId()
  const textSealed = answer && encryptField(answer.keys.sealing, placeOf(id), answer.text)
  await transaction(ctx.db, 'order about an identity check', async (trx) => {
    await insertOrder(trx, { id, ownerId, order, textSealed, reason, operator })
    await audit(trx, {
      actor: { kind: 'operator', id: operator },
      action: 'kyc-order.placed',
      object: { type: 'kyc-order', id },
      result: 'done',
      details: { ownerId, kind: order.kind, reason },
    })
  })
  return id
}

/** What is written on the person's document, in the form in which every reviewer's words are compared. */
const documentsOf = async (
  { trx, account }: OperatorAct,
  document: { country: string; number: string } | null,
): Promise<string[]> => {
  const { docType } = itemOf(await listItems(trx, account.id), 'selfieId')
  if (document === null || docType === null || !(docType in DOCUMENT_KINDS)) return []
  const kind = DOCUMENT_KINDS[docType as keyof typeof DOCUMENT_KINDS]
  return [documentNumber(document.country, kind, document.number)]
}

const carryOut = async (act: OperatorAct, { id, order, textSealed }: PlacedOrder): Promise<ActOutcome> => {
  switch (order.kind) {
    case 'approve': {
      const documentNumbers = await documentsOf(act, order.document)
      return decideByOperator(act, { outcome: 'approved', documentNumbers, expiresOn: order.expiresOn }, order.seen)
    }
    case 'deny':
      return decideByOperator(act, { outcome: 'denied', reasons: order.reasons })
    case 'ask':
      return askForUpload(act, order.type)
    case 'revoke':
      return revokeApproval(act, order)
    case 'reopen':
      return reopenReview(act, order.tier)
    case 'answer': {
      const answer = decryptField(act.services.keys.sealing, placeOf(id), textSealed ?? '')
      return answerAppeal(act, { answer, givesTries: order.givesTries })
    }
  }
}

const AT_A_TIME = 20

/** Another process has carried the order out meanwhile: nothing of this run stays. */
class CarriedOut extends Error {
  override readonly name = 'CarriedOut'
}

/** Carries out what waits, each order in a transaction of its own. One that fails does not keep the others. */
export const carryOutKycOrders = async (services: Services): Promise<void> => {
  const carryOutOne = async (placed: PlacedOrder): Promise<void> => {
    const work = transaction(services.db, 'carry out an order', async (trx) => {
      const account = await lockAccount(trx, services.keys, placed.ownerId)
      const act: OperatorAct = { services, trx, account, operator: placed.operator, orderId: placed.id }
      const outcome = await carryOut(act, placed)
      if (!(await endOrder(trx, placed.id, outcome, services.clock.now()))) throw new CarriedOut()
    })
    await work.catch((error: unknown) => {
      if (!(error instanceof CarriedOut)) throw error
    })
  }
  const orders = await listWaitingOrders(services.db, AT_A_TIME)
  await eachApart(
    services.log,
    'an order about an identity check was not carried out',
    orders,
    ({ id }) => id,
    carryOutOne,
  )
}

export const kycOrderTasks = (services: Services): TaskHandlers => ({
  'kyc-orders.carry-out': () => carryOutKycOrders(services),
})
