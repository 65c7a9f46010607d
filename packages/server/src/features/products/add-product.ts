import { type Input, type Output, PRODUCTS_MAX } from '@puente/contract'
import { lockAccount, requireContacts } from '#features/accounts/index.ts'
import { drawPicture, insertPicture, pictureFrom64 } from '#features/profile/index.ts'
import { databaseNow, type Trx } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { keepBlob } from '#platform/keep-blob.ts'
import { newId } from '#platform/ids.ts'
import { productOut } from './product-out.ts'
import { countProducts, insertProduct, type Product } from './products-store.ts'
import { auditChange } from './audit-change.ts'

/** Wide enough for the largest place that shows one, on the sharpest screens. */
export const PRODUCT_SIDE_PX = 640

type Entered = { name: string; price: number; picture: Uint8Array | null }

/** Refuses with `invalidType` what is no picture, and with `invalidProducts` when the catalogue is full. */
const add = async (ctx: UserCtx, { name, price, picture: sent }: Entered): Promise<Output<'addProduct'>> => {
  const { id: ownerId } = ctx.user
  const picture = sent && (await drawPicture(ctx, sent, PRODUCT_SIDE_PX))
  const write = async (trx: Trx): Promise<Product> => {
    // One after another, so that products added together do not pass the bound.
    await lockAccount(trx, ctx.keys, ownerId)
    if ((await countProducts(trx, ownerId)) >= PRODUCTS_MAX)
      throw new Refusal('invalidProducts', { reason: 'catalogueFull' })
    const at = await databaseNow(trx, ctx.clock)
    const added: Product = {
      ownerId,
      productId: newId(),
      name,
      priceCents: BigInt(price),
      imageFileId: picture?.fileId ?? null,
      createdAt: at,
      updatedAt: at,
    }
    if (picture) await insertPicture(trx, ownerId, picture, at, 'product')
    await insertProduct(trx, added)
    await auditChange(ctx, trx, 'product.added', [added.productId])
    return added
  }
  const product = await keepBlob(ctx, picture?.blobKey, () => transaction(ctx.db, 'add product', write))
  return productOut(product)
}

/** Adds a product with an uploaded picture. */
export const addProduct = async (ctx: UserCtx, input: Input<'addProduct'>): Promise<Output<'addProduct'>> => {
  requireContacts(ctx.user)
  return add(ctx, { ...input, picture: input.file.bytes })
}

/** Adds a product with a picture as base64, or without one. */
export const addProduct64 = async (ctx: UserCtx, input: Input<'addProduct64'>): Promise<Output<'addProduct64'>> => {
  requireContacts(ctx.user)
  return add(ctx, { ...input, picture: input.image === undefined ? null : pictureFrom64(input.image) })
}
