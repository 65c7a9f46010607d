import { type Input, type Output, transactionId, uuidOf } from '@puente/contract'
import { findPersonById } from '#features/accounts/index.ts'
import { findBlockedBy } from '#features/contacts/index.ts'
import { contestedCents, lostCents, reversedCents } from '#features/payments/index.ts'
import { readMovements } from '#features/wallet/index.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { pageOf, readCursor } from './page-cursor.ts'
import { shownOf } from './request-row.ts'
import { findRequest, listPaymentsOf } from './requests-store.ts'

/** Who has paid a request of the caller's, a page at a time, the latest first. Of one that they received there is nothing to list. */
export const listRequestPayments = async (
  ctx: UserCtx,
  { requestId, limit, last }: Input<'listRequestPayments'>,
): Promise<Output<'listRequestPayments'>> => {
  const { id: ownerId } = ctx.user
  const request = await findRequest(ctx.db, ownerId, uuidOf(requestId, 'req') ?? '')
  if (request?.was !== 'sent') throw new Refusal('notFound')
  const after = last === undefined ? null : readCursor(last)
  const found = await listPaymentsOf(ctx.db, request, { after, limit: limit + 1 })
  const { page, ...rest } = pageOf(found, limit, ({ paidAt, movementId }) => ({ at: paidAt, id: movementId }))
  const refs = page.map(({ movementId }) => ({ ownerId, movementId }))
  const [movements, blocked] = await Promise.all([readMovements(ctx.db, refs), findBlockedBy(ctx.db, ownerId)])
  const payers = new Map(movements.map(({ movementId, counterpart }) => [movementId, counterpart?.ownerId ?? null]))
  const items = await Promise.all(
    page.map(async ({ movementId, paidAt, amountCents }) => {
      const payerId = payers.get(movementId) ?? null
      const person = payerId === null || blocked.has(payerId) ? null : await findPersonById(ctx.db, payerId)
      const ofPayment = { returns: request.returns.filter((one) => one.movementId === movementId) }
      const payment = {
        transactionId: transactionId(movementId),
        amount: Number(amountCents),
        date: paidAt.toISOString(),
        contested: Number(contestedCents(ofPayment)),
        reversed: Number(reversedCents(ofPayment)),
        lost: Number(lostCents(ofPayment)),
      }
      return { ...payment, ...shownOf(person), blocked: person === null }
    }),
  )
  return { items, ...rest }
}
