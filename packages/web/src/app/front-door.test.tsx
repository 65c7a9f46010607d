/**
 * The page as a stranger's browser starts it. The router that is fetched serves one page, so a single test leaves the door,
 * and the file has a worker of its own: no other has this address.
 *
 * @vitest-environment jsdom
 * @vitest-environment-options { "url": "http://localhost:3000/?front-door" }
 */
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { showLanguage } from '#lib/i18n/i18n.ts'
import { markSession } from '#lib/session/session-mark.ts'
import { restartSession, startSession } from '#lib/session/session.ts'
import { handles, server } from '#test/server.ts'
import { App } from './app.tsx'
import { startsAtDoor } from './front-door.tsx'

const seen: unknown[] = []

beforeEach(async () => {
  restartSession()
  seen.length = 0
  server.use(
    handles('events', ({ body }) => {
      seen.push(body)
      return Response.json({ data: {} })
    }),
  )
  await showLanguage('en')
})
afterEach(() => window.history.replaceState(null, '', '/'))

/** The page of a stranger, as it begins at an address. */
const openDoor = async (address = '/') => {
  window.history.replaceState(null, '', address)
  await startSession()
  render(<App routed={null} />)
  return userEvent.setup()
}

test.each([
  ['/', true],
  ['/sign-in', true],
  ['/sign-up', false],
  ['/home', false],
])('a stranger at %s is at the front door: %s', (address, expected) => {
  window.history.replaceState(null, '', address)
  expect(startsAtDoor()).toBe(expected)
})

test('a browser that may have a session asks the server before it shows a sign-in screen', () => {
  markSession()
  expect(startsAtDoor()).toBe(false)
})

test('GL-09 the sign-in screen has its title, and of a visitor nothing is counted', async () => {
  await openDoor('/sign-in')
  await waitFor(() => expect(document.title).toBe('Log in · Puente'))
  expect(seen).toEqual([])
})

test('the logo of the page that is shown leaves what was typed', async () => {
  const user = await openDoor()
  await user.type(screen.getByLabelText('Email'), 'maria@example.com')
  const [logo] = screen.getAllByRole('link', { name: 'Puente' })
  expect(logo).toHaveAttribute('aria-current', 'page')
  await user.click(logo as HTMLElement)
  expect(screen.getByLabelText('Email')).toHaveValue('maria@example.com')
})

test('the screen behind a link follows in the same page with what was typed and the focus, and Back leads here', async () => {
  const user = await openDoor()
  await user.type(screen.getByLabelText('Email'), 'maria@example.com')
  await user.click(screen.getByRole('link', { name: 'Forgot your password?' }))
  const heading = await screen.findByRole('heading', { level: 1, name: 'Reset your password' })
  expect(location.pathname).toBe('/reset-password')
  expect(heading).toHaveFocus()
  expect(screen.getByLabelText('Email')).toHaveValue('maria@example.com')
  window.history.back()
  expect(await screen.findByRole('heading', { level: 1, name: 'Log in' })).toBeVisible()
})
