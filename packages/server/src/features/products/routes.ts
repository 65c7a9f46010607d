import type { Handlers } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'

const notYet = async (): Promise<never> => {
  throw new Refusal('serviceUnavailable')
}

export const productsRoutes = {
  addProduct: notYet,
  addProduct64: notYet,
  updateProduct: notYet,
  listProducts: notYet,
  deleteProducts: notYet,
} satisfies Partial<Handlers>
