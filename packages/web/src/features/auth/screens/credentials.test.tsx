import { STORED_LANGUAGES } from '@puente/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { saidAtField } from '#test/fields.ts'
import { readDraft } from '#lib/forms/draft.ts'
import { openApp, signedInAs } from '#test/render.tsx'
import { answers, handles, refuses, server } from '#test/server.ts'

const HOUR_MS = 3_600_000
const soon = () => new Date(Date.now() + HOUR_MS).toISOString()
const nothingWaits = () => server.use(answers('contactChanges', { email: null, phone: null }))

const fillIn = async (
  app: Awaited<ReturnType<typeof openApp>>,
  values: Readonly<Record<string, string>>,
  change = 'Change password',
) => {
  for (const [label, value] of Object.entries(values)) await app.user.type(screen.getByLabelText(label), value)
  await app.user.click(screen.getByRole('button', { name: change }))
}

test.each([
  [
    'en',
    ['Current password', 'New password', 'New password again', 'Change password'],
    'Password changed successfully',
  ],
  [
    'es',
    ['Contraseña actual', 'Contraseña nueva', 'Contraseña nueva otra vez', 'Cambiar contraseña'],
    'Tu contraseña se cambió',
  ],
  ['ko', ['현재 비밀번호', '새 비밀번호', '새 비밀번호 다시 입력', '비밀번호 변경'], '비밀번호를 변경했어요'],
] as const)(
  'RT-40 MSG-11 the password is changed with the current one and the new one twice (%s)',
  async (language, [current, fresh, again, change], done) => {
    signedInAs({ lang: STORED_LANGUAGES[language] })
    const sent: unknown[] = []
    server.use(handles('changePassword', ({ body }) => (sent.push(body), Response.json({ data: {} }))))
    const app = await openApp('/settings/password', language)
    await fillIn(app, { [current]: 'Old-Secret-1', [fresh]: 'Quiet-Harbour-7', [again]: 'Quiet-Harbour-7' }, change)
    expect(await screen.findByText(done)).toBeVisible()
    expect(sent).toEqual([{ currentPassword: 'Old-Secret-1', newPassword: 'Quiet-Harbour-7' }])
    expect(app.path()).toBe('/settings')
  },
)

test('an account without a password is not asked for its current one, but told where the first is chosen', async () => {
  signedInAs()
  server.use(
    answers('factors', {
      passwordChangedAt: null,
      passkeys: 0,
      totpSince: null,
      provesFrom: null,
      recoveryCodesLeft: null,
      phone: true,
    }),
  )
  await openApp('/settings/password')
  expect(await screen.findByText('Your account has no password')).toBeVisible()
  expect(screen.queryByLabelText('Current password')).toBeNull()
  expect(screen.getByRole('link', { name: 'Choose a password' })).toHaveAttribute('href', '/settings/security/social')
})

test('while it is in doubt whose the account is, no password is asked for, nor to log out for a new one', async () => {
  const since = '2026-03-31T20:05:00.000Z'
  signedInAs({ status: 'frozen', freezes: [{ cause: 'operator', publicReason: 'identityDoubt', since }] })
  await openApp('/settings/password')
  expect(screen.getByText(/until then nothing in it can be changed or exported\.$/)).toBeVisible()
  expect(screen.queryByLabelText('Current password')).toBeNull()
  expect(screen.queryByRole('button', { name: /log out and/i })).toBeNull()
})

test('V-04 a confirmation that differs is refused with both texts, and nothing is sent', async () => {
  signedInAs()
  const sent: unknown[] = []
  server.use(handles('changePassword', ({ body }) => (sent.push(body), Response.json({ data: {} }))))
  const app = await openApp('/settings/password')
  await fillIn(app, {
    'Current password': 'Old-Secret-1',
    'New password': 'Quiet-Harbour-7',
    'New password again': 'Quiet-Harbour-8',
  })
  expect(within(await screen.findByRole('alert')).getByText('New and confirm passwords must match')).toBeVisible()
  expect(screen.getByText('This field must match your new password')).toBeVisible()
  expect(sent).toEqual([])
})

test('RT-40 RD-08 EC-10 a wrong current password is said at its field', async () => {
  signedInAs()
  server.use(refuses('changePassword', 'change_password_error'))
  const app = await openApp('/settings/password')
  await fillIn(app, {
    'Current password': 'Old-Secret-1',
    'New password': 'Quiet-Harbour-7',
    'New password again': 'Quiet-Harbour-7',
  })
  await saidAtField('Current password', "That's not your current password")
})

test('a current password that was forgotten is reset after logging out, by one tap', async () => {
  signedInAs()
  const sent: unknown[] = []
  server.use(handles('logout', ({ body }) => (sent.push(body), Response.json({ data: {} }))))
  const app = await openApp('/settings/password')
  await app.user.click(await screen.findByRole('button', { name: 'Log out and reset it' }))
  await waitFor(() => expect(app.path()).toBe('/reset-password'))
  expect(sent).toHaveLength(1)
})

test('RT-42 the email is changed on one screen: the new address, then its code', async () => {
  signedInAs()
  nothingWaits()
  const sent: unknown[] = []
  server.use(
    handles('changeEmail', ({ body }) => {
      server.use(answers('contactChanges', { email: { email: 'new@example.com', expiresAt: soon() }, phone: null }))
      sent.push(body)
      return Response.json({ data: { sentTo: 'n•••@example.com', expiresAt: soon() } })
    }),
    handles('confirmEmail', ({ body }) => {
      sent.push(body)
      return Response.json({ data: { emailVerified: true, email: 'new@example.com', tier: 1, loggedOut: false } })
    }),
  )
  const app = await openApp('/settings/edit/email')
  expect(screen.getByText('maria@example.com')).toBeVisible()
  await app.user.type(await screen.findByLabelText('New email'), 'new@example.com')
  await app.user.click(screen.getByRole('button', { name: 'Email me a code' }))
  expect(await screen.findByText(/6-digit code to new@example.com/)).toBeVisible()
  await app.user.type(screen.getByLabelText('Code from the email'), '123456')
  expect(await screen.findByText('Email changed. You now log in with it.')).toBeVisible()
  expect(sent).toEqual([{ email: 'new@example.com' }, { emailToken: '123456' }])
})

test('an address whose mail bounces is verified again with a new code, and changes nothing else', async () => {
  signedInAs({ emailReturned: true })
  nothingWaits()
  const sent: unknown[] = []
  server.use(
    answers('requestEmailCode', { sentTo: 'm•••@example.com', expiresAt: soon() }),
    answers('confirmEmail', ({ body }) => {
      sent.push(body)
      signedInAs({ emailReturned: false })
      return { emailVerified: true, email: 'maria@example.com', tier: 1, loggedOut: false }
    }),
  )
  const app = await openApp('/settings/edit/email')
  expect(await screen.findByText('Our emails to this address come back.')).toBeVisible()
  await app.user.click(screen.getByRole('button', { name: 'Verify it again' }))
  expect(await screen.findByText('We emailed a 6-digit code to maria@example.com.')).toBeVisible()
  await app.user.type(screen.getByLabelText('Code from the email'), '123456')
  await waitFor(() => expect(screen.queryByLabelText('Code from the email')).toBeNull())
  await waitFor(() => expect(screen.queryByText('Our emails to this address come back.')).toBeNull())
  expect(sent).toEqual([{ emailToken: '123456' }])
})

test('a change that waits is found again after a reload, its code can be sent again, and another address can be given instead', async () => {
  signedInAs()
  const sent: unknown[] = []
  server.use(answers('contactChanges', { email: { email: 'new@example.com', expiresAt: soon() }, phone: null }))
  const app = await openApp('/settings/edit/email')
  expect(await screen.findByLabelText('Code from the email')).toBeVisible()
  expect(screen.getByText(/6-digit code to new@example.com/)).toBeVisible()
  server.use(
    answers('changeEmail', ({ body }) => {
      sent.push(body)
      return { sentTo: 'ne•••@example.com', expiresAt: soon() }
    }),
  )
  await app.user.click(screen.getByRole('button', { name: 'Send a new code' }))
  expect(await screen.findByText("We're sending you a new code")).toBeVisible()
  expect(sent).toEqual([{ email: 'new@example.com' }])
  await app.user.click(screen.getByRole('button', { name: 'Use another address' }))
  expect(await screen.findByLabelText('New email')).toBeVisible()
})

test.each([
  ['email', 'changeEmail', 'newEmail', 'New email', 'new@example.com', 'Email me a code', 'new@example.com'],
  ['phone', 'requestPhoneCode', 'newPhone', 'New phone number', '3055550199', 'Text me a code', '(305) 555-0199'],
] as const)(
  'a reload while a new %s waits for a proof asks for it again, and keeps what was typed',
  async (what, call, flow, label, typed, submit, kept) => {
    signedInAs()
    nothingWaits()
    let asked = 0
    const hangs = new Promise<Response>(() => undefined)
    server.use(handles(call, () => ((asked += 1), hangs)))
    const app = await openApp(`/settings/edit/${what}`)
    await app.user.type(await screen.findByLabelText(label), typed)
    await app.user.click(screen.getByRole('button', { name: submit }))
    await waitFor(() => expect(readDraft(flow, app.router.history.location.state)?.isAsked).toBe(true))
    const { state } = app.router.history.location
    await app.router.navigate({ to: '/settings' as never })
    await app.router.navigate({ to: `/settings/edit/${what}` as never, state })
    expect(await screen.findByDisplayValue(kept)).toBeVisible()
    await waitFor(() => expect(asked).toBe(2))
  },
)

test.each(['edit/email', 'edit/phone', 'statements', 'bank-accounts'])(
  'while a new phone can confirm nothing, settings/%s says until when, and advises nothing that it keeps from being done',
  async (screenOf) => {
    signedInAs()
    nothingWaits()
    server.use(
      answers('listRecipients', { items: [] }),
      answers('factors', {
        passwordChangedAt: '2026-01-05T15:00:00.000Z',
        passkeys: 0,
        totpSince: null,
        provesFrom: '2026-12-01T20:00:00.000Z',
        recoveryCodesLeft: null,
        phone: true,
      }),
    )
    await openApp(`/settings/${screenOf}`)
    expect(await screen.findByText(/^Until Dec 1, 2026.* your new phone number can't confirm it's you\./)).toBeVisible()
    expect(screen.queryByText(/add one first/)).toBeNull()
  },
)

test('EC-03 an address of another account is said at its field', async () => {
  signedInAs()
  nothingWaits()
  server.use(refuses('changeEmail', 'emailUsed'))
  const app = await openApp('/settings/edit/email')
  await app.user.type(await screen.findByLabelText('New email'), 'taken@example.com')
  await app.user.click(screen.getByRole('button', { name: 'Email me a code' }))
  await saidAtField('New email', 'Another account already uses this email')
})

test('RT-44 the phone is changed on one screen: the new number, then its code', async () => {
  signedInAs()
  nothingWaits()
  const phone = { phone: '+1 ••• ••• 0199', expiresAt: soon(), resendAt: soon() }
  const sent: unknown[] = []
  server.use(
    handles('requestPhoneCode', ({ body }) => {
      server.use(answers('contactChanges', { email: null, phone }))
      sent.push(body)
      return Response.json({ data: phone })
    }),
    handles('confirmPhone', ({ body }) => {
      sent.push(body)
      return Response.json({ data: { phoneVerified: true, phone: '+13055550199', tier: 1 } })
    }),
  )
  const app = await openApp('/settings/edit/phone')
  await app.user.type(await screen.findByLabelText('New phone number'), '3055550199')
  await app.user.click(screen.getByRole('button', { name: 'Text me a code' }))
  expect(await screen.findByText(/6-digit code to \+1 \(305\) 555-0199\./)).toBeVisible()
  await app.user.type(await screen.findByLabelText('Code from the text'), '123456')
  expect(await screen.findByText('Phone number changed')).toBeVisible()
  expect(sent).toEqual([{ phone: '+13055550199' }, { code: '123456' }])
})

test.each([
  [
    'en',
    { number: 'New phone number', submit: 'Text me a code', code: 'Code from the text' },
    "You've already verified this phone number",
    'Another account already uses this phone number',
  ],
  [
    'es',
    { number: 'Número nuevo', submit: 'Enviarme un código', code: 'Código del mensaje' },
    'Ya verificaste este teléfono',
    'Otra cuenta ya usa este teléfono',
  ],
  [
    'ko',
    { number: '새 전화번호', submit: '인증번호 받기', code: '문자로 받은 인증번호' },
    '이미 인증한 전화번호예요',
    '다른 계정에서 쓰고 있는 전화번호예요',
  ],
] as const)(
  'EC-08 EC-09 a number verified before is said at its field, and one of another account at the code, in %s',
  async (language, labels, verified, used) => {
    signedInAs({ lang: STORED_LANGUAGES[language] })
    nothingWaits()
    server.use(refuses('requestPhoneCode', 'phone_already_verified'))
    const { user } = await openApp('/settings/edit/phone', language)
    await user.type(await screen.findByLabelText(labels.number), '3055550134')
    await user.click(screen.getByRole('button', { name: labels.submit }))
    await saidAtField(labels.number, verified)
    const phone = { phone: '+1 ••• ••• 0134', expiresAt: soon(), resendAt: soon() }
    server.use(
      answers('requestPhoneCode', phone),
      answers('contactChanges', { email: null, phone }),
      refuses('confirmPhone', 'phoneUsed'),
    )
    await user.click(screen.getByRole('button', { name: labels.submit }))
    await user.type(await screen.findByLabelText(labels.code), '123456')
    await saidAtField(labels.code, used)
  },
)

test('a phone that is not verified yet is verified first', async () => {
  signedInAs({ phoneVerified: false })
  await openApp('/settings/edit/phone')
  expect(await screen.findByRole('link', { name: 'Verify phone' })).toHaveAttribute('href', '/verify-account')
})

const token = 'abcdefghijklmnopqrstuvwxyz'

test.each([
  ['/settings/edit/email', "Your email can't be changed while your account is frozen.", 'New email'],
  ['/settings/edit/phone', "Your phone number can't be changed while your account is frozen.", 'New phone number'],
])('a frozen account sees at %s what it cannot do, with the way out, instead of a form', async (path, text, label) => {
  signedInAs({ status: 'frozen' })
  server.use(answers('contactChanges', { email: null, phone: null }))
  await openApp(path)
  expect(await screen.findByText(text)).toBeVisible()
  expect(screen.queryByLabelText(label)).toBeNull()
  expect(screen.getByRole('link', { name: 'See why, and what to do' })).toBeVisible()
})

test('the link of a notice freezes only when it is told to, and says what comes next', async () => {
  const sent: unknown[] = []
  server.use(
    answers('checkNotMe', {}),
    handles(
      'notMe',
      ({ body }) => (sent.push(body), Response.json({ data: { frozen: true, emailPutBack: true, review: true } })),
    ),
  )
  const app = await openApp(`/not-me?token=${token}`)
  expect(app.path()).toBe('/not-me')
  expect(sent).toEqual([])
  await app.user.click(await screen.findByRole('button', { name: 'Freeze my account' }))
  const heading = await screen.findByRole('heading', { name: 'Your account is frozen' })
  await waitFor(() => expect(heading).toHaveFocus())
  expect(screen.getByText(/has the email back that our notice went to/)).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Choose a new password' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Write to us' })).toHaveAttribute('href', 'mailto:help@puente.test')
  expect(sent).toEqual([{ token }])
})

test('a link that has frozen the account says so when it is opened again, and whom to write to', async () => {
  server.use(refuses('checkNotMe', 'usedCode', { reason: 'link' }))
  await openApp(`/not-me?token=${token}`)
  const heading = await screen.findByRole('heading', { name: 'This link was already used' })
  await waitFor(() => expect(heading).toHaveFocus())
  expect(screen.getByText(/^It froze your account and logged everyone out/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Write to us' })).toHaveAttribute('href', 'mailto:help@puente.test')
  expect(screen.queryByRole('link', { name: 'Choose a new password' })).toBeNull()
})

test.each(['emailTokenExpired', 'invalidCode'] as const)(
  'a link that is over or broken says what to do, and to ask for no new one: %s',
  async (code) => {
    server.use(refuses('checkNotMe', code, { reason: 'link' }))
    await openApp(`/not-me?token=${token}`)
    expect(await screen.findByText(/Open the link in our email again, or write to us\.$/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Freeze my account' })).toBeNull()
    await waitFor(() => expect(screen.getByRole('heading', { name: "This link doesn't work" })).toHaveFocus())
  },
)

test('a link that cannot be looked at still freezes, and one that is used up meanwhile says so then', async () => {
  server.use(refuses('checkNotMe', 'serviceUnavailable'), refuses('notMe', 'usedCode', { reason: 'link' }))
  const app = await openApp(`/not-me?token=${token}`)
  await app.user.click(await screen.findByRole('button', { name: 'Freeze my account' }))
  expect(await screen.findByRole('heading', { name: 'This link was already used' })).toBeVisible()
})
