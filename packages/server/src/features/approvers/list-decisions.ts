import { type Input, type Output, uuidOf } from '@puente/contract'
import { findPersonById, listPeople } from '#features/accounts/index.ts'
import { listHeldMovements, readMovements } from '#features/wallet/index.ts'
import { databaseNow } from '#platform/db/database.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { StepUpCtx } from '#platform/http/step-up.ts'
import { approverIdsOf, decisionOf, HELD_FOR_APPROVER, outcomeOf } from './approvals.ts'
import { isActiveAt } from './approver-rules.ts'
import { listApproved } from './approvers-store.ts'

/** Those for whom the caller approves now. */
const payersOf = async (ctx: StepUpCtx, at: Date): Promise<string[]> =>
  (await listApproved(ctx.db, ctx.user.id)).filter((one) => isActiveAt(one, at)).map(({ ownerId }) => ownerId)

/** What waits for the caller's word. */
export const listDecisions = async (ctx: StepUpCtx): Promise<Output<'listDecisions'>> => {
  const at = await databaseNow(ctx.db, ctx.clock)
  const payerIds = await payersOf(ctx, at)
  if (payerIds.length === 0) return { items: [] }
  const [held, people] = await Promise.all([
    listHeldMovements(ctx.db, payerIds, HELD_FOR_APPROVER),
    listPeople(ctx.db, payerIds),
  ])
  const items = held.flatMap((movement) => {
    const payer = people.find(({ id }) => id === movement.ownerId)
    const isOwn = approverIdsOf(movement).includes(ctx.user.id) && outcomeOf(movement, at) === 'waiting'
    return payer && isOwn ? [decisionOf(movement, payer, at)] : []
  })
  return { items }
}

/**
 * The payer's row of a payment that waits or waited for the caller, who still approves for them; `notFound` for any other. Shared with
 * the verb that decides.
 */
export const requireDecision = async (ctx: StepUpCtx, wireId: string) => {
  const movementId = uuidOf(wireId, 'txn')
  if (movementId === null) throw new Refusal('notFound')
  const at = await databaseNow(ctx.db, ctx.clock)
  const refs = (await payersOf(ctx, at)).map((ownerId) => ({ ownerId, movementId }))
  const rows = await readMovements(ctx.db, refs)
  const movement = rows.find((row) => row.direction === -1 && approverIdsOf(row).includes(ctx.user.id))
  const payer = movement && (await findPersonById(ctx.db, movement.ownerId))
  if (!movement || !payer) throw new Refusal('notFound')
  return { movement, payer, at }
}

/** One payment for the caller to decide on, or what became of it. */
export const getDecision = async (ctx: StepUpCtx, input: Input<'getDecision'>): Promise<Output<'getDecision'>> => {
  const { movement, payer, at } = await requireDecision(ctx, input.transactionId)
  return decisionOf(movement, payer, at)
}
