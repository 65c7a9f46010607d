import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { screensIn } from '../../../build/screens.ts'
import { isProviderReturn, paths } from './paths.ts'

test('RT-01 every screen has its path in paths.ts, without a hash', () => {
  const screens = screensIn(readFileSync(join(import.meta.dirname, '../../routeTree.gen.ts'), 'utf8'))
  const listed: string[] = Object.values(paths).map((screen) => screen.path)
  expect(screens.length).toBeGreaterThan(10)
  expect(screens.filter((path) => !listed.includes(path))).toEqual([])
  expect(listed.filter((path) => path.includes('#'))).toEqual([])
})

test('an address is made of the path and its search part', () => {
  expect(paths.root.href({ redirect: '/movements?x=1' })).toBe('/?redirect=%2Fmovements%3Fx%3D1')
  expect(paths.home.href()).toBe('/home')
})

test.each([
  '/payments/send/paypal/success',
  '/payments/send/paypal/cancel',
  '/payments/send/card/success',
  '/payments/send/card/cancel',
  '/invoice/pay/success',
  '/invoice/pay/cancel',
  '/deposit-now/success',
  '/deposit-now/cancel',
  '/payments/withdraw/bank/link',
])('%s is a return from a provider', (path) => expect(isProviderReturn(path)).toBe(true))

test.each(['/', '/home', '/reset-password/success', '/deposit-now', '/payments/send/puente/success', '/kyc/success'])(
  '%s is no return from a provider',
  (path) => expect(isProviderReturn(path)).toBe(false),
)
