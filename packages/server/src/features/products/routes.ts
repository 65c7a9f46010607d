import type { Handlers } from '#platform/http/ctx.ts'
import { addProduct, addProduct64 } from './add-product.ts'
import { deleteProducts } from './delete-products.ts'
import { listProducts } from './list-products.ts'
import { updateProduct } from './update-product.ts'

export const productsRoutes = {
  addProduct,
  addProduct64,
  updateProduct,
  listProducts: (ctx) => listProducts(ctx),
  deleteProducts,
} satisfies Partial<Handlers>
