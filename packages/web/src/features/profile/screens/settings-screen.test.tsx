import { type Language, STORED_LANGUAGES } from '@puente/contract'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { aMe, openApp, signedInAs } from '#test/render.tsx'
import { aReport } from '#test/kyc.ts'
import { answers, handles, refuses, server } from '#test/server.ts'

const handedIn = { ...aMe().KYC, tier: 0, fullNameBirth: true }

beforeEach(() => localStorage.clear())

test('RT-33 logged out, the settings lead to the sign-in with the way back', async () => {
  const app = await openApp('/settings')
  expect(app.path()).toBe('/?redirect=%2Fsettings')
})

test('EU-05 the settings name the user and list every entry that leads somewhere', async () => {
  signedInAs({ business: true })
  await openApp('/settings')
  expect(screen.getByRole('heading', { level: 2, name: 'María López' })).toBeVisible()
  expect(screen.getByText('maria.lopez-7f3k')).toBeVisible()
  expect(screen.getByText('Business')).toBeVisible()
  expect(screen.getByText('Verified')).toBeVisible()
  expect(screen.queryByRole('link', { name: /^Email and phone/ })).toBeNull()
  expect(screen.getByRole('link', { name: /^Language/ })).toHaveAttribute('href', '/settings/language')
})

test.each<[string, Record<Language, string>]>([
  ['/settings/account', { en: 'Your account', es: 'Tu cuenta', ko: '내 계정' }],
  ['/settings/dashboard', { en: 'Customize home', es: 'Personalizar el inicio', ko: '홈 화면 꾸미기' }],
  ['/settings/profile-and-limits', { en: 'Profile and limits', es: 'Perfil y límites', ko: '프로필과 한도' }],
  ['/settings/legal-aspects', { en: 'Legal', es: 'Textos legales', ko: '약관 및 정책' }],
])('SC-05 SC-12 SC-14 SC-16 %s has its link in the settings and its title in three languages', async (path, titles) => {
  server.use(answers('latestExport', { export: null }), answers('kycStatus', aReport(aMe().KYC)))
  for (const language of ['en', 'es', 'ko'] as const) {
    signedInAs({ lang: STORED_LANGUAGES[language] })
    const app = await openApp('/settings', language)
    const name = titles[language]
    await app.user.click(screen.getByRole('link', { name }))
    expect(await screen.findByRole('heading', { level: 1, name })).toBeVisible()
    expect(app.path()).toBe(path)
    await waitFor(() => expect(document.title).toContain(name))
    cleanup()
  }
})

test('a contact that is not verified yet has its row', async () => {
  signedInAs({ phoneVerified: false })
  await openApp('/settings')
  expect(screen.getByRole('link', { name: /^Email and phone/ })).toHaveAttribute('href', '/verify-user')
})

test('the handle is copied', async () => {
  signedInAs()
  const app = await openApp('/settings')
  await app.user.click(screen.getByRole('button', { name: 'Copy your username' }))
  expect(await navigator.clipboard.readText()).toBe('maria.lopez-7f3k')
  expect(await screen.findByText('Copied')).toBeVisible()
})

test('the identity check is listed while it is open', async () => {
  signedInAs({ KYC: { ...aMe().KYC, tier: 0 } })
  await openApp('/settings')
  expect(screen.getByText('Not verified')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Verify your identity' })).toHaveAttribute('href', '/kyc')
})

test('EU-18 ST-13 ST-14 with the file in review the verifying label and the notice stand there, and no entry', async () => {
  signedInAs({ KYC: { ...handedIn, selfieIdStatus: 'inReview', selfieStatus: 'inReview' } })
  await openApp('/settings')
  expect(screen.getByText('In review')).toBeVisible()
  expect(screen.getByText("We're checking your identity")).toBeVisible()
  expect(
    screen.getByText('Most checks take between 2 hours and 1 business day. Some take 2 to 3 business days.'),
  ).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Verify your identity' })).toBeNull()
})

test('ST-12 a denied check is shown in red with the way to try again', async () => {
  const KYC = { ...handedIn, selfieIdStatus: 'Denied' as const, selfieStatus: 'Approved' as const }
  signedInAs({ KYC })
  server.use(
    answers(
      'kycStatus',
      aReport(KYC, { reasons: [{ type: 'selfieId', code: 'expired' }], missing: ['selfieId'], triesLeft: 1 }),
    ),
  )
  await openApp('/settings')
  expect(await screen.findByText('KYC verification failed. Please try again.')).toHaveClass('text-negative')
  expect(await screen.findByText(/your ID has expired/)).toBeVisible()
  expect(screen.getByText('Attempts left: 1')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Try again' })).toHaveAttribute('href', '/kyc')
})

test('X-27 the colours change at once, are remembered here and kept with the account, and go back when that fails', async () => {
  signedInAs()
  const sent: unknown[] = []
  server.use(
    handles('changePreferences', ({ body }) => {
      sent.push(body)
      return HttpResponse.json({ data: aMe().preferences })
    }),
  )
  const app = await openApp('/settings')
  expect(screen.getByRole('radio', { name: 'Match device' })).toBeChecked()
  await app.user.click(screen.getByRole('radio', { name: 'Dark' }))
  await waitFor(() => expect(document.documentElement).toHaveAttribute('data-theme', 'dark'))
  expect(localStorage.getItem('settings')).toContain('"theme":"dark"')
  expect(sent).toEqual([{ theme: 'dark' }])
  server.use(refuses('changePreferences', 'serviceUnavailable'))
  await app.user.click(screen.getByRole('radio', { name: 'Light' }))
  expect(await screen.findByRole('alert')).toBeVisible()
  await waitFor(() => expect(document.documentElement).toHaveAttribute('data-theme', 'dark'))
  expect(screen.getByRole('radio', { name: 'Dark' })).toBeChecked()
})

test('colours chosen on another device are taken over here', async () => {
  signedInAs({ preferences: { ...aMe().preferences, theme: 'light' } })
  await openApp('/settings')
  await waitFor(() => expect(document.documentElement).toHaveAttribute('data-theme', 'light'))
})

test('logging out from the settings asks first', async () => {
  signedInAs()
  const app = await openApp('/settings')
  await app.user.click(screen.getByRole('button', { name: 'Log out of this device' }))
  expect(await screen.findByRole('dialog')).toBeVisible()
})

test.each([
  ['/settings/edit/username', 'Personal info'],
  ['/settings/security/lost-device', 'Lost a device?'],
  ['/settings/password', 'Login and security'],
])('where two columns have room, %s stands beside the rows of the settings with its own marked', async (path, row) => {
  vi.spyOn(window, 'matchMedia').mockReturnValue({
    matches: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  } as unknown as MediaQueryList)
  signedInAs()
  await openApp(path)
  const rows = within(await screen.findByRole('navigation', { name: 'Settings' })).getAllByRole('link', {
    current: 'page',
  })
  expect(rows.map(({ textContent }) => textContent)).toEqual([row])
  vi.restoreAllMocks()
})

test('the marked row stays in view when the router scrolls the rows back to where they stood', async () => {
  vi.spyOn(window, 'matchMedia').mockReturnValue({
    matches: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  } as unknown as MediaQueryList)
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function look(this: Element) {
    const rows = this.closest('nav')
    if (rows) rows.scrollTop = this.textContent === 'About this app' ? 284 : 240
  })
  signedInAs()
  const app = await openApp('/settings/legal-aspects')
  const rows = await screen.findByRole('navigation', { name: 'Settings' })
  rows.dispatchEvent(new Event('scroll'))
  await app.router.navigate({ to: '/about/terms' })
  await waitFor(() => expect(app.router.state.resolvedLocation?.pathname).toBe('/about/terms'))
  expect(screen.getByRole('navigation', { name: 'Settings' }).scrollTop).toBe(284)
  vi.restoreAllMocks()
})
