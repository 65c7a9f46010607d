import { expect, test } from 'vitest'
import { checkoutOf } from './checkout-body.ts'

const body = {
  ref: 'a',
  amountCents: 100_00,
  productName: 'Money',
  language: 'en',
  successUrl: 'http://localhost/success',
  cancelUrl: 'http://localhost/cancel',
  expiresAt: 1,
  senderId: 'b',
  recipientId: 'b',
}

test('a stored request is read as it was written', () => {
  expect(checkoutOf({ body })).toEqual(body)
})

test.each([
  ['null', null],
  ['a field too many', { ...body, tip: 1 }],
  ['a field too few', { ...body, ref: undefined }],
])('a body of another rail is no checkout: %s', (_what, other) => {
  expect(() => checkoutOf({ body: other })).toThrow()
})
