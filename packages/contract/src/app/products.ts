import * as z from 'zod/mini'
import type { Endpoints } from '../endpoint.ts'
import { lineIn, TimestampOut } from '../fields.ts'
import { ProductIdIn, ProductIdOut } from '../ids.ts'
import { CentsOut, CurrencyOut } from '../money.ts'
import { MAX_CENTS } from '../money-bounds.ts'
import { PICTURE_BODY_BYTES, PICTURE_MAX_BYTES } from './profile.ts'

export const PRODUCT_NAME_MAX = 100
/** The lowest price, in cents: a product costs more than $0.01. */
export const PRODUCT_PRICE_MIN = 2
/** So many products one person may have at a time. */
export const PRODUCTS_MAX = 500
/** So many products are deleted at a time, and so many an invoice holds, counted with their repetitions. */
export const PRODUCT_LIST_MAX = 100

const ProductNameIn = lineIn('invalidName', PRODUCT_NAME_MAX).check(z.minLength(1, 'invalidName'))

const PriceIn = z.number('invalidPrice').check(
  z.refine((value) => Number.isInteger(value), 'invalidPrice'),
  z.gte(PRODUCT_PRICE_MIN, 'invalidPrice'),
  z.lte(MAX_CENTS, 'invalidPrice'),
)
/** The same in a multipart form, where everything is a text. */
const PriceTextIn = z.pipe(
  z.string('invalidPrice').check(z.regex(/^[1-9]\d{0,11}$/, 'invalidPrice')),
  z.pipe(
    z.transform((text: string) => Number(text)),
    PriceIn,
  ),
)

/** A picture as base64, plain or as a data URL. */
const PictureIn = z.string('invalidType')

export const ProductOut = z.object({
  id: ProductIdOut,
  name: z.string(),
  /** In cents. */
  price: CentsOut,
  currency: CurrencyOut,
  /** Where the picture is served; null without one. */
  image: z.nullable(z.string()),
  createdAt: TimestampOut,
  updatedAt: TimestampOut,
})
export type Product = z.infer<typeof ProductOut>

const call = { access: 'user', needs: ['contacts'], throttle: 'catalogue', priority: 'lists' } as const

const REFUSES = ['invalidName', 'invalidPrice', 'invalidType', 'emailNotVerified', 'kycRequired'] as const

const ProductIdsIn = z
  .array(ProductIdIn, 'invalidProducts')
  .check(z.minLength(1, 'invalidProducts'), z.maxLength(PRODUCT_LIST_MAX, 'invalidProducts'))

export const products = {
  addProduct: {
    ...call,
    method: 'POST',
    path: '/products/add',
    summary: 'Add a product with its picture to the catalogue',
    multipart: {
      file: 'image',
      maxBytes: PICTURE_MAX_BYTES + 1,
      fields: z.strictObject({ name: ProductNameIn, price: PriceTextIn }),
    },
    result: ProductOut,
    refuses: [...REFUSES, 'invalidProducts'],
  },
  addProduct64: {
    ...call,
    method: 'POST',
    path: '/products/add64',
    summary: 'The same, with the picture as base64 or a data URL, or without one',
    body: z.strictObject({ name: ProductNameIn, price: PriceIn, image: z.optional(PictureIn) }),
    bodyMaxBytes: PICTURE_BODY_BYTES,
    result: ProductOut,
    refuses: [...REFUSES, 'invalidProducts'],
  },
  updateProduct: {
    ...call,
    method: 'POST',
    path: '/products/update',
    summary: 'Change a product; what is left out stays, and so does what was invoiced before',
    body: z.strictObject({
      productId: ProductIdIn,
      name: z.optional(ProductNameIn),
      price: z.optional(PriceIn),
      /** Null takes the picture away. */
      image: z.optional(z.nullable(PictureIn)),
    }),
    bodyMaxBytes: PICTURE_BODY_BYTES,
    result: ProductOut,
    refuses: [...REFUSES, 'invalidProductId'],
  },
  listProducts: {
    ...call,
    method: 'GET',
    path: '/products/me',
    summary: "The caller's catalogue, in the order of the names",
    throttle: 'read',
    result: z.object({ items: z.array(ProductOut) }),
    refuses: ['emailNotVerified', 'kycRequired'],
  },
  deleteProducts: {
    ...call,
    method: 'DELETE',
    path: '/products/delete',
    summary: 'Delete products, all of them or none; their ids in the body, or repeated in the query',
    query: z.strictObject({
      ids: z.optional(
        z.pipe(
          z.transform((value: unknown) => (Array.isArray(value) ? value : [value])),
          ProductIdsIn,
        ),
      ),
    }),
    body: z.strictObject({ ids: z.optional(ProductIdsIn) }),
    result: z.object({ ids: z.array(ProductIdOut) }),
    refuses: ['invalidProductId', 'invalidProducts', 'emailNotVerified', 'kycRequired'],
  },
} as const satisfies Endpoints
