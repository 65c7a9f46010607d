import type { Output } from '@puente/contract'
import { requireContacts } from '#features/accounts/index.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { productOut } from './product-out.ts'
import { listProductsOf } from './products-store.ts'

/** The caller's catalogue, in the order of the names. */
export const listProducts = async (ctx: UserCtx): Promise<Output<'listProducts'>> => {
  requireContacts(ctx.user)
  return { items: (await listProductsOf(ctx.db, ctx.user.id)).map(productOut) }
}
