import { type Input, type Output, productId, uuidOf } from '@puente/contract'
import { requireContacts } from '#features/accounts/index.ts'
import { deleteProductPictures, eraseJob } from '#features/profile/index.ts'
import { databaseNow } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { deleteProductRows, lockProducts } from './products-store.ts'
import { auditChange } from './audit-change.ts'

/**
 * Takes products off the catalogue, all of them or none; invoices that were made from them keep what they were. Refuses with
 * `invalidProductId` when one is not the caller's, and with `invalidProducts` when none is named.
 */
export const deleteProducts = async (
  ctx: UserCtx,
  { ids = [] }: Input<'deleteProducts'>,
): Promise<Output<'deleteProducts'>> => {
  requireContacts(ctx.user)
  if (ids.length === 0) throw new Refusal('invalidProducts', { field: 'ids' })
  const { id: ownerId } = ctx.user
  const asked = [...new Set(ids)].map((id) => uuidOf(id, 'prd') ?? '')
  await transaction(ctx.db, 'delete products', async (trx) => {
    const products = await lockProducts(trx, ownerId, asked, 'change')
    if (products.length < asked.length) throw new Refusal('invalidProductId')
    await deleteProductRows(trx, ownerId, asked, await databaseNow(trx, ctx.clock))
    const pictures = products.flatMap(({ imageFileId }) => imageFileId ?? [])
    await ctx.jobs.add(trx, ...(await deleteProductPictures(trx, ownerId, pictures)).map(eraseJob))
    await auditChange(ctx, trx, 'product.deleted', asked)
  })
  return { ids: asked.map(productId) }
}
