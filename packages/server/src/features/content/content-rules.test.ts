import { RAILS } from '@puente/contract'
import { expect, test } from 'vitest'
import { isClosed, railsOf, sandboxRailsOf } from './content-rules.ts'

const card = { sandbox: true }
const texts = { en: 'Back soon.', es: 'Vuelve pronto.', ko: '곧 돌아와요.' }
const until = new Date('2026-11-23T12:00:00Z')
const off = { name: 'rail:card', isOn: false, texts, until }
const silent = { name: 'breaker:card', isOn: false, texts: null, until }
const closed = { rail: 'card', on: false, text: null, until: null }

test.each([
  ['a rail without a switch works', card, [], { rail: 'card', on: true, text: null, until: null }],
  ['a rail whose provider is off does not', 'off' as const, [], closed],
  ['a rail that was switched off says why, and until when', card, [off], { ...closed, text: texts.es, until }],
  ['a switch that is on cannot bring back a provider that is off', 'off' as const, [{ ...off, isOn: true }], closed],
  ['a rail that switched itself off has no words of an operator', card, [silent], closed],
  ['an operator has the word beside that', card, [silent, off], { ...closed, text: texts.es, until }],
])('%s', (_what, provider, switches, rail) => {
  const shown = railsOf({ ach: 'off', card: provider, paypal: 'off', zelle: 'off' }, switches, 'es')
  expect(shown).toContainEqual(expect.objectContaining(rail))
  expect(shown).toContainEqual(expect.objectContaining({ rail: 'inApp', on: true, text: null }))
})

test('alternatives are other rails that are open; of those that are not, none is offered', () => {
  const of = (switches: Parameters<typeof railsOf>[1]) =>
    Object.fromEntries(
      railsOf({ ach: card, card, paypal: card, zelle: 'off' }, switches, 'en').map((one) => [
        one.rail,
        one.alternatives,
      ]),
    )
  expect(of([])).toMatchObject({ inApp: [], card: ['paypal'], bank: ['paypal'] })
  expect(of([]).zelle?.slice(0, 2)).toEqual(['card', 'paypal'])
  expect(of([silent]).zelle?.slice(0, 1)).toEqual(['paypal'])
  for (const rail of RAILS) expect(of([])[rail]).not.toContain(rail)
})

test('what switched itself off is refused by the breaker of each process, not by the switch', () => {
  expect(isClosed({ ach: 'off', card, paypal: 'off', zelle: 'off' }, [silent], 'card')).toBe(false)
  expect(isClosed({ ach: 'off', card, paypal: 'off', zelle: 'off' }, [off], 'card')).toBe(true)
  expect(isClosed({ ach: 'off', card, paypal: 'off', zelle: 'off' }, [], 'paypal')).toBe(true)
})

test('only parties that the sandbox plays are named', () => {
  expect(sandboxRailsOf({ card, kyc: 'off', mail: { sandbox: false }, sms: { sandbox: true } })).toEqual([
    'card',
    'sms',
  ])
})
