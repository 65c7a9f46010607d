import { screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { STORED_LANGUAGES, type Result, type StoredLanguage } from '@puente/contract'
import { clock } from '#lib/browser/clock.ts'
import { aMe, openApp, signedInAs } from '#test/render.tsx'
import { answers, handles, refuses, server } from '#test/server.ts'

type Factors = Result<'factors'>
const NOW = '2026-05-03T15:00:00.000Z'
const codes = Array.from({ length: 10 }, (_, at) => `AAAA-BBBB-CCCC-DDDD-EEEE-FFF${at}`)

const aSession = (current: boolean): Result<'listSessions'>['items'][number] => ({
  id: `ses_${current ? '1' : '2'}`,
  current,
  createdAt: NOW,
  lastSeenAt: NOW,
  browser: null,
  device: null,
  place: { timeZone: null, language: null },
  factor: 'password',
})

const withFactors = (
  change: Partial<Factors> = {},
  passkeys: Result<'listPasskeys'>['items'] = [],
  lang: StoredLanguage = 'en-US',
) => {
  signedInAs({ lang })
  server.use(
    answers('factors', {
      passwordChangedAt: NOW,
      passkeys: passkeys.length,
      totpSince: null,
      provesFrom: null,
      recoveryCodesLeft: null,
      phone: true,
      ...change,
    }),
    answers('listPasskeys', { items: passkeys }),
    answers('socialProviders', { items: [{ id: 'google', name: 'Google' }] }),
    answers('listSocial', { items: [], hasPassword: true }),
    answers('rememberedBrowsers', { items: [] }),
  )
}

test('without a factor there is one to add and an app to set up, and neither codes nor browsers that skip a second step', async () => {
  withFactors()
  await openApp('/settings/security')
  expect(await screen.findByRole('button', { name: 'Add a passkey' })).toBeVisible()
  expect(screen.getByRole('button', { name: /Authenticator app/ })).toBeVisible()
  expect(screen.queryByRole('button', { name: /Recovery codes/ })).toBeNull()
  expect(screen.queryByRole('heading', { name: 'Browsers that skip the second step' })).toBeNull()
})

test('while it is in doubt whose the account is, it says so, and nothing offers to add or change a way to log in', async () => {
  withFactors()
  const freeze = { cause: 'operator', publicReason: 'identityDoubt', since: NOW } as const
  server.use(answers('me', aMe({ status: 'frozen', freezes: [freeze] })))
  await openApp('/settings/security')
  expect(await screen.findByText('You can add and change these once we know that this account is yours.')).toBeVisible()
  expect(screen.getByText('Authenticator app')).toBeVisible()
  expect(screen.queryByRole('button', { name: /Add a passkey|Authenticator app/ })).toBeNull()
})

test('what to do when something is wrong comes first', async () => {
  withFactors()
  server.use(
    answers('listSocial', {
      items: [{ provider: 'google', email: null, linkedAt: NOW, lastUsedAt: NOW }],
      hasPassword: true,
    }),
  )
  await openApp('/settings/security')
  const wrong = within(await screen.findByRole('list', { name: 'If something is wrong' }))
  expect(screen.getAllByRole('heading', { level: 2 })[0]).toHaveTextContent('If something is wrong')
  expect(wrong.getByRole('link', { name: /^Lost a device/ })).toHaveAttribute('href', '/settings/security/lost-device')
  expect(wrong.getByRole('link', { name: /^Freeze your account/ })).toHaveAttribute('href', '/settings/account')
  expect(await screen.findByRole('link', { name: /Connected: Google/ })).toHaveAttribute(
    'href',
    '/settings/security/social',
  )
})

test('a frozen account is not offered to be frozen: that it is stands above the screen, once', async () => {
  withFactors()
  signedInAs({ status: 'frozen', freezes: [{ cause: 'person', publicReason: null, since: NOW }] })
  await openApp('/settings/security')
  const wrong = within(await screen.findByRole('list', { name: 'If something is wrong' }))
  expect(wrong.getAllByRole('link')).toHaveLength(1)
  expect(screen.getAllByRole('link', { name: 'See why, and what to do' })).toHaveLength(1)
})

test.each([
  ['en', 'Password', 'No password yet. Set one.'],
  ['es', 'Contraseña', 'Aún no tienes contraseña. Crea una.'],
  ['ko', '비밀번호', '아직 비밀번호가 없어요. 만들어 주세요.'],
] as const)('in %s an account without a password says so and leads to setting one', async (language, title, none) => {
  withFactors({ passwordChangedAt: null }, [], STORED_LANGUAGES[language])
  await openApp('/settings/security', language)
  const row = await screen.findByRole('link', { name: new RegExp(`^${title}.*${none}`) })
  expect(row).toHaveAttribute('href', '/settings/security/social')
})

test('a passkey that the browser did not make is tried again with the proof given, until its challenge is old', async () => {
  withFactors()
  const added: unknown[] = []
  let proofs = 0
  server.use(
    handles('passkeyOptions', () => {
      proofs += 1
      const user = { id: 'dXNlcg', name: 'maria@example.com', displayName: 'María López' }
      const options = { challenge: 'Y2hhbGxlbmdl', rp: { name: 'Puente' }, user, pubKeyCredParams: [] }
      return Response.json({ data: { options } })
    }),
    handles('addPasskey', ({ body }) => (added.push(body), Response.json({ data: {} }))),
  )
  const create = vi.fn<() => Promise<unknown>>().mockRejectedValue(new DOMException('closed', 'NotAllowedError'))
  vi.stubGlobal('PublicKeyCredential', class {})
  Object.defineProperty(navigator, 'credentials', { value: { create }, configurable: true })
  onTestFinished(() => {
    vi.unstubAllGlobals()
    Reflect.deleteProperty(navigator, 'credentials')
    vi.restoreAllMocks()
  })
  const app = await openApp('/settings/security')
  await app.user.click(await screen.findByRole('button', { name: 'Add a passkey' }))
  const dialog = within(await screen.findByRole('dialog'))
  const name = dialog.getByLabelText('Name')
  await app.user.clear(name)
  await app.user.type(name, 'My phone')
  const tried = async (times: number) => {
    await app.user.click(dialog.getByRole('button', { name: 'Create passkey' }))
    await waitFor(() => expect(create).toHaveBeenCalledTimes(times))
    expect(await dialog.findByText("No passkey was made. Try again when you're ready.")).toBeVisible()
  }
  await tried(1)
  await tried(2)
  expect(proofs).toBe(1)
  vi.spyOn(clock, 'now').mockReturnValue(clock.now() + 200_000)
  await tried(3)
  expect(proofs).toBe(2)
  expect(added).toEqual([])
})

const RULE = /You need a password or a passkey before you can add or send money\.$/

test('with neither password nor passkey, what money needs stands where a passkey is added', async () => {
  withFactors({ passwordChangedAt: null })
  await openApp('/settings/security')
  expect(await screen.findByText(RULE)).toBeVisible()
})

test('removing the only passkey of an account without a password says what then waits', async () => {
  const passkey = { id: 'a', name: 'My phone', createdAt: NOW, lastUsedAt: null, backedUp: false }
  withFactors({ passwordChangedAt: null }, [passkey])
  const app = await openApp('/settings/security')
  await app.user.click(await screen.findByRole('button', { name: /My phone/ }))
  expect(await screen.findByText(/can't add or send money until you set a password or add a passkey\.$/)).toBeVisible()
  expect(screen.queryByText(RULE)).toBeNull()
})

test.each([
  ['en', 'Passkeys', '8 of 10 left'],
  ['es', 'Llaves de acceso', 'Te quedan 8 de 10'],
  ['ko', '패스키', '10개 중 8개 남음'],
] as const)('in %s the passkeys are listed by name, and the codes counted', async (language, title, left) => {
  const passkey = { id: 'a', name: 'My phone', createdAt: NOW, lastUsedAt: null, backedUp: true }
  withFactors({ totpSince: NOW, recoveryCodesLeft: 8 }, [passkey], STORED_LANGUAGES[language])
  await openApp('/settings/security', language)
  const list = within(await screen.findByRole('list', { name: title }))
  expect(await list.findByRole('button', { name: /My phone/ })).toBeVisible()
  expect(screen.getByText(left)).toBeVisible()
  if (language === 'en') expect(await screen.findByText(/Each new login asks/)).toBeVisible()
})

test.each([
  ['en', 'Login and security', 'Password', 'Passkeys', 'Authenticator app', 'Recovery codes', "Where you're logged in"],
  [
    'es',
    'Inicio de sesión y seguridad',
    'Contraseña',
    'Llaves de acceso',
    'App de autenticación',
    'Códigos de recuperación',
    'Dónde tienes la sesión abierta',
  ],
  ['ko', '로그인과 보안', '비밀번호', '패스키', '인증 앱', '복구 코드', '로그인된 기기'],
] as const)(
  'SC-13 the settings lead to password, passkeys, app, recovery codes and sessions (%s)',
  async (language, title, password, passkeys, authenticator, recovery, sessions) => {
    const passkey = { id: 'a', name: 'My phone', createdAt: NOW, lastUsedAt: null, backedUp: true }
    withFactors({ totpSince: NOW, recoveryCodesLeft: 8 }, [passkey], STORED_LANGUAGES[language])
    const app = await openApp('/settings', language)
    await app.user.click(screen.getByRole('link', { name: title }))
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible()
    expect(app.path()).toBe('/settings/security')
    await waitFor(() => expect(document.title).toContain(title))
    const begins = (name: string) => new RegExp(`^${name}`)
    expect(await screen.findByRole('link', { name: begins(password) })).toHaveAttribute('href', '/settings/password')
    expect(await screen.findByRole('list', { name: passkeys })).toBeVisible()
    expect(screen.getByRole('button', { name: begins(authenticator) })).toBeVisible()
    expect(screen.getByRole('button', { name: begins(recovery) })).toBeVisible()
    expect(screen.getByRole('link', { name: sessions })).toHaveAttribute('href', '/settings/security/sessions')
  },
)

test('the app is set up by QR or key, and its recovery codes are left only on purpose', async () => {
  withFactors()
  const secret = 'JBSWY3DPEHPK3PXP'
  const otpauthUrl = `otpauth://totp/Puente:maria?secret=${secret}`
  server.use(
    answers('listSessions', { items: [aSession(true), aSession(false)] }),
    answers('startTotp', { secret, otpauthUrl, expiresAt: NOW }),
    refuses('confirmTotp', 'invalidCode', { reason: 'app' }),
  )
  const { user } = await openApp('/settings/security')
  await user.click(await screen.findByRole('button', { name: /Authenticator app/ }))
  expect(await screen.findByRole('img', { name: /QR code/ })).toBeVisible()
  expect(screen.getByText('JBSW Y3DP EHPK 3PXP')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Next' }))
  await user.type(screen.getByLabelText(/6-digit code/), '111111')
  expect(await screen.findByText(/Enter the one your app shows now/)).toBeVisible()
  server.use(answers('confirmTotp', { recoveryCodes: codes }))
  await user.type(screen.getByLabelText(/6-digit code/), '222222')
  const shown = await screen.findByRole('dialog', { name: 'Your recovery codes' })
  expect(within(shown).getAllByRole('listitem')).toHaveLength(10)
  await user.keyboard('{Escape}')
  expect(screen.getByRole('dialog', { name: 'Your recovery codes' })).toBeVisible()
  const isLeftUnasked = () => dispatchEvent(new Event('beforeunload', { cancelable: true }))
  expect(isLeftUnasked()).toBe(false)
  await user.click(screen.getByRole('button', { name: "I've saved them" }))
  const question = await screen.findByRole('dialog', { name: 'Log out everywhere else?' })
  expect(isLeftUnasked()).toBe(true)
  await waitFor(() => expect(within(question).getByRole('button', { name: 'Not now' })).toHaveFocus())
})

test('a set-up that a reload has cut goes on with the code, or starts over with another secret', async () => {
  withFactors()
  const expiresAt = new Date(Date.now() + 60_000).toISOString()
  const started = vi.fn(() => ({ secret: 'JBSWY3DPEHPK3PXP', otpauthUrl: 'otpauth://totp/Puente:maria', expiresAt }))
  server.use(handles('startTotp', () => Response.json({ data: started() })))
  const { user } = await openApp('/settings/security')
  await user.click(await screen.findByRole('button', { name: /Authenticator app/ }))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Next' })).toHaveFocus())
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: /Authenticator app/ }))
  expect(await screen.findByRole('dialog')).toHaveAccessibleDescription(/is in your app already, enter its code/)
  expect(started).toHaveBeenCalledOnce()
  await user.click(screen.getByRole('button', { name: 'Start over with a new QR code' }))
  expect(await screen.findByRole('img', { name: /QR code/ })).toBeVisible()
  expect(started).toHaveBeenCalledTimes(2)
})

test('where no other device is logged in, none is offered to be logged out', async () => {
  withFactors()
  const secret = { secret: 'JBSWY3DPEHPK3PXP', otpauthUrl: 'otpauth://totp/Puente:maria', expiresAt: NOW }
  server.use(
    answers('startTotp', secret),
    answers('confirmTotp', { recoveryCodes: [] }),
    answers('listSessions', { items: [aSession(true)] }),
  )
  const { user } = await openApp('/settings/security')
  await user.click(await screen.findByRole('button', { name: /Authenticator app/ }))
  await user.click(await screen.findByRole('button', { name: 'Next' }))
  await user.type(screen.getByLabelText(/6-digit code/), '222222')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('why and until when the new phone proves nothing stands where a proof will be asked for', async () => {
  withFactors({ provesFrom: NOW })
  await openApp('/settings/security')
  expect(await screen.findByText(/^Until May 3, 2026.* your new phone number can't confirm it's you/)).toBeVisible()
})

test('what does not load can be tried again', async () => {
  withFactors()
  let isDown = true
  server.use(
    handles('factors', () =>
      isDown
        ? Response.json({ code: 'serviceUnavailable', message: '' }, { status: 503 })
        : Response.json({
            data: {
              passwordChangedAt: NOW,
              passkeys: 0,
              totpSince: null,
              recoveryCodesLeft: null,
              phone: true,
              provesFrom: null,
            },
          }),
    ),
  )
  const { user } = await openApp('/settings/security')
  const again = await screen.findByRole('button', { name: 'Try again' }, { timeout: 5_000 })
  isDown = false
  await user.click(again)
  expect(await screen.findByRole('button', { name: 'Add a passkey' })).toBeVisible()
})
