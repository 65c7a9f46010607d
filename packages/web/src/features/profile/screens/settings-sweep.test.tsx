import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cleanup, screen, within } from '@testing-library/react'
import { http } from 'msw'
import { expect, test } from 'vitest'
import { screensIn } from '../../../../build/screens.ts'
import { aMe, openApp, signedInAs } from '#test/render.tsx'
import { server } from '#test/server.ts'

/** An address that leads on to a screen elsewhere; no link needs it. */
const LEADS_ON = '/settings/scheduled'

/** Screens of the settings and about, by the routes that there are. */
const all = screensIn(readFileSync(join(import.meta.dirname, '../../../routeTree.gen.ts'), 'utf8')).filter(
  (path) => /^\/(settings|about)(\/|$)/.test(path) && path !== LEADS_ON,
)

/** Screens below these are their own: they are listed once something was read, and their tests hold that. */
const BEHIND_A_CALL = ['/settings/approvers/', '/settings/disputes/', '/settings/security/', '/settings/password']

const linksOf = async (path: string, tier: number): Promise<string[]> => {
  // What a screen reads is under way and stays so: its links must not depend on it.
  server.use(http.get('http://localhost:3000/api/*', () => new Promise<Response>(() => {})))
  const person = aMe()
  // Address and nationality are changed until the identity check has looked at them.
  const changesLeft = { ...person.changesLeft, ...(tier === 0 && { address: 1, nationality: 1 }) }
  signedInAs({ business: true, KYC: { ...person.KYC, tier }, changesLeft })
  await openApp(path)
  const main = screen.getByRole('heading', { level: 1 }).closest('header')?.parentElement ?? document.body
  const links = within(main).getAllByRole('link')
  const reached = links.filter((link) => link.tabIndex >= 0).map((link) => link.getAttribute('href') ?? '')
  cleanup()
  return reached
}

test('RT-33 every screen of the settings and about is reached from /settings by links that the keyboard reaches', async () => {
  expect(all).toEqual(expect.arrayContaining(['/settings', '/settings/personal-info', '/settings/security', '/about']))
  const seen = new Set(['/settings'])
  // Name, address and nationality are changed before the identity check, a bank account is kept after it.
  for (const path of seen)
    for (const tier of [0, 1]) for (const href of await linksOf(path, tier)) if (all.includes(href)) seen.add(href)
  expect(all.filter((path) => !seen.has(path) && !BEHIND_A_CALL.some((behind) => path.startsWith(behind)))).toEqual([])
})

test('RT-33 logged out, a screen of the settings leads to the sign-in', async () => {
  const app = await openApp('/settings/personal-info')
  expect(app.path()).toBe('/?redirect=%2Fsettings%2Fpersonal-info')
})
