/**
 * It loads its modules again, as a reload of the page does. Other files share theirs, so this one has a worker of its own: no
 * other has this address.
 *
 * @vitest-environment jsdom
 * @vitest-environment-options { "url": "http://localhost:3000/?theme" }
 */
import { beforeEach, expect, test, vi } from 'vitest'
import { anOpenSession } from '#test/render.tsx'
import { answers, server } from '#test/server.ts'

const { dataset } = document.documentElement
const bars = () => [...document.querySelectorAll('meta[name="theme-color"]')].map((meta) => meta.getAttribute('media'))

/** Starts the colours as a reload of the page does. */
const start = async (stored?: string) => {
  localStorage.clear()
  if (stored !== undefined) localStorage.setItem('settings', JSON.stringify({ theme: stored }))
  document.head.innerHTML = ['light', 'dark']
    .map((scheme) => `<meta name="theme-color" content="#000" media="(prefers-color-scheme: ${scheme})">`)
    .join('')
  vi.resetModules()
  const [theme, session] = await Promise.all([import('./theme.ts'), import('#lib/session/session.ts')])
  theme.startTheme()
  return { ...theme, ...session }
}

beforeEach(() => {
  delete dataset['theme']
})

test('X-27 a browser that remembers nothing follows the device', async () => {
  await start()
  expect(dataset['theme']).toBeUndefined()
  expect(bars()).toEqual(['(prefers-color-scheme: light)', '(prefers-color-scheme: dark)'])
})

test('X-27 the colours that were chosen are there after a reload, the bar of the browser too', async () => {
  await start('dark')
  expect(dataset['theme']).toBe('dark')
  expect(bars()).toEqual(['not all', 'all'])
})

test('X-27 a choice is in force at once and can be taken back', async () => {
  const { chooseTheme } = await start()
  chooseTheme('light')
  expect(dataset['theme']).toBe('light')
  expect(bars()).toEqual(['all', 'not all'])
  chooseTheme('system')
  expect(dataset['theme']).toBeUndefined()
})

test('at sign-out the colours of the person leave with them', async () => {
  server.use(answers('openSession', anOpenSession()))
  const { chooseTheme, openSession, signOut } = await start()
  await openSession('once')
  chooseTheme('dark')
  await signOut()
  expect(dataset['theme']).toBeUndefined()
  expect(localStorage.getItem('settings')).toBeNull()
})
