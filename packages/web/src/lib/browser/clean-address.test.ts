import { expect, test } from 'vitest'
import { cleanAddress, taken } from './clean-address.ts'

test.each([
  [
    '/deposit-now/success?session=s1&payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_x&redirect_status=succeeded',
    '/deposit-now/success?session=s1',
  ],
  ['/deposit-now/success?setup_intent=si_1&setup_intent_client_secret=x#top', '/deposit-now/success#top'],
  ['/deposit-now/cancel?session=s1&token=EC-1&PayerID=P1', '/deposit-now/cancel?session=s1'],
  ['/reset-password?token=mine', '/reset-password?token=mine'],
  ['/?redirect=%2Fsettings%2Flanguage%3Fx%3D1', '/?redirect=%2Fsettings%2Flanguage%3Fx%3D1'],
])('what a provider added leaves the address, and what is ours stays: %s', (came, stays) => {
  history.replaceState({ kept: 1 }, '', came)
  const entries = history.length
  cleanAddress()
  expect(location.pathname + location.search + location.hash).toBe(stays)
  expect(history.state).toEqual({ kept: 1 })
  expect(history.length).toBe(entries)
})

test('the order that PayPal names is known after its name has left the address, and nothing of ours counts as one', () => {
  taken.clear()
  history.replaceState(null, '', '/reset-password?token=mine')
  cleanAddress()
  expect([...taken]).toEqual([])
  history.replaceState(null, '', '/deposit-now/success?session=s1&token=5O19&PayerID=QYR5')
  cleanAddress()
  expect(location.search).toBe('?session=s1')
  expect([...taken]).toEqual([
    ['token', '5O19'],
    ['PayerID', 'QYR5'],
  ])
})
