import { expect, test } from 'vitest'
import { railsOf, sandboxRailsOf } from './content-rules.ts'

const card = { sandbox: true }
const off = { name: 'rail:card', isOn: false, textKey: 'cardMaintenance' }

test.each([
  ['a rail without a switch works', card, [], { rail: 'card', on: true, text: null }],
  ['a rail whose provider is off does not', 'off' as const, [], { rail: 'card', on: false, text: null }],
  ['a rail that was switched off says why', card, [off], { rail: 'card', on: false, text: 'cardMaintenance' }],
  [
    'a switch that is on cannot bring back a provider that is off',
    'off' as const,
    [{ ...off, isOn: true }],
    { rail: 'card', on: false, text: 'cardMaintenance' },
  ],
])('%s', (_what, provider, switches, rail) => {
  expect(railsOf({ card: provider }, switches)).toContainEqual(rail)
  expect(railsOf({ card: provider }, switches)).toContainEqual({ rail: 'inApp', on: true, text: null })
})

test('only parties that the sandbox plays are named', () => {
  expect(sandboxRailsOf({ card, kyc: 'off', mail: { sandbox: false }, sms: { sandbox: true } })).toEqual([
    'card',
    'sms',
  ])
})
