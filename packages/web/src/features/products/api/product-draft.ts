/** What has been entered for a product so far. */
import type { Product } from '@puente/contract'

export type ProductDraft = {
  /** The product that is changed; a new one without. */
  productId?: Product['id'] | undefined
  name?: string
  price?: number | null
  /** The picture that was framed, as a data URL; null takes the one there is away. */
  picture?: string | null | undefined
  /** The picture that the product has. */
  image?: string | null
}

declare module '#lib/forms/draft.ts' {
  interface Drafts {
    product: ProductDraft
  }
}
