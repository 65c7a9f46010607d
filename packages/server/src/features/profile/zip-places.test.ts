import { expect, test } from 'vitest'
import { cityKey, placeFit, zipPlaces } from './zip-places.ts'

test.each([
  ['78701', 'TX', 'Austin', 'fits'],
  ['78701', 'TX', 'AUSTIN ', 'fits'],
  ['75072', 'TX', 'McKinney', 'fits'],
  ['63101', 'MO', 'St. Louis', 'fits'],
  ['63101', 'MO', 'Saint Louis', 'fits'],
  ['00680', 'PR', 'Mayagüez', 'fits'],
  ['78701', 'TX', 'Round Rock', 'otherCity'],
  ['78701', 'TX', 'Nowhere in particular', 'otherCity'],
  ['78701', 'NY', 'Austin', 'otherState'],
  ['78701', 'TX', 'Milwaukee', 'otherState'],
  // The table lacks this code; its first three digits are of New York.
  ['10199', 'NY', 'New York', 'otherCity'],
  ['10299', 'NJ', 'Newark', 'otherState'],
  ['00000', 'NY', 'New York', 'otherState'],
  ['09012', 'AE', 'APO', 'fits'],
  ['34002', 'AA', 'APO', 'fits'],
  ['96201', 'AP', 'APO', 'fits'],
  ['96910', 'GU', 'Hagåtña', 'fits'],
  ['00802', 'VI', 'St Thomas', 'fits'],
  ['96799', 'AS', 'Pago Pago', 'fits'],
  ['96950', 'MP', 'Saipan', 'fits'],
] as const)('%s, %s, %s: %s', async (zipCode, state, city, fit) => {
  const places = await zipPlaces()
  if (zipCode === '10199' && places.placeOf(zipCode)) expect(placeFit(places, { zipCode, state, city })).toBe('fits')
  else expect(placeFit(places, { zipCode, state, city })).toBe(fit)
})

test('a city is known by its name however it is written', () => {
  expect(['Ft. Worth', 'FORT WORTH', 'fort-worth'].map(cityKey)).toEqual(['FORT WORTH', 'FORT WORTH', 'FORT WORTH'])
})
