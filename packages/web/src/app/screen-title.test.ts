import { expect, test } from 'vitest'
import { makeRouter } from './router.ts'

test('every screen has a browser title of its own', () => {
  const titles = Object.values(makeRouter().routesById)
    // The first screen is the sign-in screen, at two addresses.
    .filter(({ fullPath }) => fullPath !== '/')
    .flatMap(({ options }) => options.staticData?.tab ?? options.staticData?.title ?? [])
  expect(titles.length).toBeGreaterThan(20)
  expect(titles.filter((title, at) => titles.indexOf(title) !== at)).toEqual([])
})
