import { expect, test } from 'vitest'
import { cardBodyOf, isCharge } from './checkout-body.ts'

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
  expect(cardBodyOf({ body })).toEqual(body)
})

test('a payment with a saved card is another request than a page', () => {
  const { ref, amountCents, senderId, recipientId, expiresAt } = body
  const charge = { ref, amountCents, senderId, recipientId, expiresAt, cardId: 'pm_1', returnUrl: 'http://localhost' }
  expect(isCharge(cardBodyOf({ body: charge }))).toBe(true)
  expect(isCharge(cardBodyOf({ body }))).toBe(false)
  expect(cardBodyOf({ body: { ...body, saveCard: true } })).toMatchObject({ saveCard: true })
})

test.each([
  ['null', null],
  ['a field too many', { ...body, tip: 1 }],
  ['a field too few', { ...body, ref: undefined }],
])('a body of another rail is no checkout: %s', (_what, other) => {
  expect(() => cardBodyOf({ body: other })).toThrow()
})
