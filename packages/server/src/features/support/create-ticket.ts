import { type Input, type Output, ticketId as wireId } from '@puente/contract'
import { lockAccount } from '#features/accounts/index.ts'
import { findMovement, requireMovementId } from '#features/wallet/index.ts'
import { databaseNow } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { BUDGETS } from '#platform/rate-limit/throttles.ts'
import { findSameTicket } from './tickets-store.ts'
import { askedHash, auditOfWriter, filesOf, openTicket } from './write-ticket.ts'

/** The caller's own transaction that a ticket is tied to, as a bare uuid. */
const ownMovement = async (ctx: UserCtx, transactionId: string | undefined): Promise<string | null> => {
  if (transactionId === undefined) return null
  const movementId = requireMovementId(transactionId)
  if (!(await findMovement(ctx.db, { ownerId: ctx.user.id, movementId }))) throw new Refusal('invalidTransactionId')
  return movementId
}

/** Writes to support. A call whose answer was lost can be made again: the same words, while nobody has answered, are the same ticket. */
export const createTicket = async (ctx: UserCtx, input: Input<'createTicket'>): Promise<Output<'createTicket'>> => {
  const { module, description, concerns = null } = input
  const ownerId = ctx.user.id
  const movementId = await ownMovement(ctx, input.transactionId)
  const files = filesOf(input)
  const about = [movementId, concerns?.type ?? null, concerns?.code ?? null]
  const hash = askedHash(ownerId, module, description, ...about, ...files)
  return transaction(ctx.db, 'write to support', async (trx) => {
    await lockAccount(trx, ctx.keys, ownerId)
    const same = await findSameTicket(trx, ownerId, hash)
    if (same) return { ticketId: wireId(same.ticketId) }
    await ctx.budgets.consume(ownerId, BUDGETS.ticketsADay)
    const draft = { module, movementId, disputeId: null, concerns }
    const at = await databaseNow(trx, ctx.clock)
    const ticket = await openTicket(
      ctx,
      trx,
      { ...draft, ownerId, text: description, files, hash, at },
      { ...auditOfWriter(ctx), details: { module } },
    )
    const data = { ownerId, id: ticket.ticketId, to: 'messageReceived' } as const
    await ctx.events.record(trx, { event: 'ticket.told', data })
    return { ticketId: wireId(ticket.ticketId) }
  })
}
