/** The table behind the catalogue. Deleted products keep their rows and are found no more. */
import type { Selectable } from 'kysely'
import type { DB, ReadDb, Trx } from '#platform/db/database.ts'

/** Ids are bare uuids. */
export type Product = {
  ownerId: string
  productId: string
  name: string
  priceCents: bigint
  imageFileId: string | null
  createdAt: Date
  updatedAt: Date
}

const toProduct = (row: Selectable<DB['products']>): Product => ({
  ownerId: row.owner_id,
  productId: row.product_id,
  name: row.name,
  priceCents: row.price_cents,
  imageFileId: row.image_file_id,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

const kept = (db: ReadDb, ownerId: string) =>
  db.selectFrom('products').selectAll().where('owner_id', '=', ownerId).where('deleted_at', 'is', null)

/** The owner's catalogue, in the order of the names. */
export const listProductsOf = async (db: ReadDb, ownerId: string): Promise<Product[]> =>
  (await kept(db, ownerId).orderBy('name').orderBy('product_id').execute()).map(toProduct)

export const countProducts = async (trx: Trx, ownerId: string): Promise<number> => {
  const row = await trx
    .selectFrom('products')
    .select((all) => all.fn.countAll<bigint>().as('count'))
    .where('owner_id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Those of the products that the owner has, for change or, with `share`, so that nobody changes them meanwhile. */
export const lockProducts = async (
  trx: Trx,
  ownerId: string,
  productIds: readonly string[],
  mode: 'change' | 'share',
): Promise<Product[]> => {
  const asked = kept(trx, ownerId).where('product_id', 'in', productIds).orderBy('product_id')
  return (await (mode === 'share' ? asked.forShare() : asked.forNoKeyUpdate()).execute()).map(toProduct)
}

export const insertProduct = async (trx: Trx, product: Product): Promise<void> => {
  const row = {
    owner_id: product.ownerId,
    product_id: product.productId,
    name: product.name,
    price_cents: product.priceCents,
    image_file_id: product.imageFileId,
    created_at: product.createdAt,
    updated_at: product.updatedAt,
  }
  await trx.insertInto('products').values(row).execute()
}

export const updateProductRow = async (trx: Trx, product: Product): Promise<void> => {
  await trx
    .updateTable('products')
    .set({
      name: product.name,
      price_cents: product.priceCents,
      image_file_id: product.imageFileId,
      updated_at: product.updatedAt,
    })
    .where('owner_id', '=', product.ownerId)
    .where('product_id', '=', product.productId)
    .execute()
}

export const deleteProductRows = async (
  trx: Trx,
  ownerId: string,
  productIds: readonly string[],
  at: Date,
): Promise<void> => {
  await trx
    .updateTable('products')
    .set({ deleted_at: at, image_file_id: null, updated_at: at })
    .where('owner_id', '=', ownerId)
    .where('product_id', 'in', productIds)
    .execute()
}
