import { type Input, type Output, uuidOf } from '@puente/contract'
import { requireContacts } from '#features/accounts/index.ts'
import { deleteProductPictures, drawPicture, eraseJob, insertPicture, pictureFrom64 } from '#features/profile/index.ts'
import { databaseNow, type Trx } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { keepBlob } from '#platform/keep-blob.ts'
import { PRODUCT_SIDE_PX } from './add-product.ts'
import { productOut } from './product-out.ts'
import { lockProducts, type Product, updateProductRow } from './products-store.ts'
import { auditChange } from './audit-change.ts'

const isSame = (a: Product, b: Product): boolean =>
  a.name === b.name && a.priceCents === b.priceCents && a.imageFileId === b.imageFileId

/** Changes a product; invoices that were made from it keep what it was. Refuses with `invalidProductId` any other id. */
export const updateProduct = async (
  ctx: UserCtx,
  { productId, name, price, image }: Input<'updateProduct'>,
): Promise<Output<'updateProduct'>> => {
  requireContacts(ctx.user)
  const { id: ownerId } = ctx.user
  const id = uuidOf(productId, 'prd') ?? ''
  const picture = typeof image === 'string' ? await drawPicture(ctx, pictureFrom64(image), PRODUCT_SIDE_PX) : null
  const write = async (trx: Trx): Promise<Product> => {
    const [before] = await lockProducts(trx, ownerId, [id], 'change')
    if (!before) throw new Refusal('invalidProductId')
    const at = await databaseNow(trx, ctx.clock)
    const after: Product = {
      ...before,
      name: name ?? before.name,
      priceCents: price === undefined ? before.priceCents : BigInt(price),
      imageFileId: image === undefined ? before.imageFileId : (picture?.fileId ?? null),
      updatedAt: at,
    }
    if (isSame(before, after)) return before
    if (picture) await insertPicture(trx, ownerId, picture, at, 'product')
    await updateProductRow(trx, after)
    if (before.imageFileId !== null && before.imageFileId !== after.imageFileId)
      await ctx.jobs.add(trx, ...(await deleteProductPictures(trx, ownerId, [before.imageFileId])).map(eraseJob))
    await auditChange(ctx, trx, 'product.changed', [id])
    return after
  }
  const product = await keepBlob(ctx, picture?.blobKey, () => transaction(ctx.db, 'update product', write))
  return productOut(product)
}
