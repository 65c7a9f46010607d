/** The catalogue, and what of it stands on a new invoice. */
import type { Product } from '@puente/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api/api.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import type { NewInvoice } from './new-invoice.ts'

export const productsQuery = queryOptions({
  queryKey: queryKeys.products,
  queryFn: ({ signal }) => call('listProducts', undefined, { signal }),
})

export type ChosenLine = {
  productId: Product['id']
  name: string
  price: number
  quantity: number
  amount: number
  image: string | null
}

/** The chosen products as lines, in the order of the catalogue. One that was deleted meanwhile is left out. */
export const linesOf = (products: readonly Product[], { quantities = {} }: NewInvoice): ChosenLine[] =>
  products.flatMap(({ id, name, price, image }) => {
    const quantity = quantities[id] ?? 0
    return quantity === 0 ? [] : [{ productId: id, name, price, quantity, amount: price * quantity, image }]
  })

export const totalOf = (lines: readonly Pick<ChosenLine, 'amount'>[]): number =>
  lines.reduce((sum, { amount }) => sum + amount, 0)
