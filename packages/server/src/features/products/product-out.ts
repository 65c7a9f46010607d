import { fileId, productId, type Product as ProductOut } from '@puente/contract'
import type { Product } from './products-store.ts'

/** Where a picture is served; null without one. */
export const pictureUrl = (imageFileId: string | null): string | null =>
  imageFileId === null ? null : `/api/files/${fileId(imageFileId)}`

/** A product as it goes over the wire. */
export const productOut = (product: Product): ProductOut => ({
  id: productId(product.productId),
  name: product.name,
  price: Number(product.priceCents),
  currency: 'USD',
  image: pictureUrl(product.imageFileId),
  createdAt: product.createdAt.toISOString(),
  updatedAt: product.updatedAt.toISOString(),
})
