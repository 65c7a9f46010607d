/**
 * What stands around the screens is fetched later than they are; here it can never be had. What was fetched stays fetched
 * and what failed stays failed, so that the file has a worker of its own: no other has this address.
 *
 * @vitest-environment jsdom
 * @vitest-environment-options { "url": "http://localhost:3000/?missing-parts" }
 */
import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { showLanguage } from '#lib/i18n/i18n.ts'
import { markSession } from '#lib/session/session-mark.ts'
import { restartSession, session, startSession } from '#lib/session/session.ts'
import { refuses, server } from '#test/server.ts'
import { App } from './app.tsx'
import { Routed } from './routed.tsx'

vi.mock('./overlays/lock-screen.tsx', () => {
  throw new Error('no such file')
})
vi.mock('./deferred-shell.tsx', () => {
  throw new Error('no such file')
})

beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  restartSession()
  await showLanguage('en')
})

afterEach(() => void vi.restoreAllMocks())

test('C-24 a lock screen that cannot be had says so and offers to reload', async () => {
  markSession()
  server.use(refuses('refreshSession', 'sessionClosed', { reason: 'locked' }))
  await startSession()
  expect(session.get().status).toBe('locked')
  render(<App routed={Routed} />)
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Oops. Something went wrong')
  expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible()
})

test('a screen stays when what may come later than it cannot be had', async () => {
  await startSession()
  render(<App routed={Routed} />)
  expect(await screen.findByRole('button', { name: 'Log in' })).toBeVisible()
  await act(() => vi.dynamicImportSettled())
  expect(screen.getByRole('button', { name: 'Log in' })).toBeVisible()
})
