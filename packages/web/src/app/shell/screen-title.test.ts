import { expect, test } from 'vitest'
import { paths } from '#lib/layout/paths.ts'
import { makeRouter } from '../router.ts'

test('GL-09 every screen has a browser title of its own', () => {
  const router = makeRouter()
  const titled = Object.values(router.routesById).flatMap(({ fullPath, options }) => {
    const title = options.staticData?.tab ?? options.staticData?.title
    return title === undefined ? [] : [{ path: fullPath.replace(/(?<=.)\/$/, ''), title }]
  })
  const screens = Object.values(paths).filter(({ path }) => path in router.routesByPath)
  const without = screens.filter(({ path }) => !titled.some((one) => one.path === path))
  expect(without.map(({ path }) => path)).toEqual([])
  // The first screen is the sign-in screen, a paper's code is asked for or given, schedules are settings too: two addresses each.
  const twice = ['/', '/verify/$code', '/settings/scheduled']
  const titles = titled.filter(({ path }) => !twice.includes(path)).map(({ title }) => title)
  expect(titles.filter((title, at) => titles.indexOf(title) !== at)).toEqual([])
})
