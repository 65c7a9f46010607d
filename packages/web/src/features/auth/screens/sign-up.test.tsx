import { STORED_LANGUAGES } from '@puente/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { saidAtField } from '#test/fields.ts'
import { aMe, anOpenSession, openApp, reloadApp, signedInAs } from '#test/render.tsx'
import { answers, handles, refuses, server } from '#test/server.ts'
import { beginSignUp } from '../api/sign-up-flow.ts'
import { suggestEmail } from '../parts/suggest-email.ts'

type App = Awaited<ReturnType<typeof openApp>>

const later = () => new Date(Date.now() + 60_000).toISOString()
const fill = async ({ user }: App, values: { name?: string; email?: string; password?: string; terms?: boolean }) => {
  if (values.name) await user.type(screen.getByLabelText('Full name'), values.name)
  if (values.email) await user.type(screen.getByLabelText('Email'), values.email)
  if (values.password) await user.type(screen.getByLabelText('Password'), values.password)
  if (values.terms) await user.click(screen.getByRole('checkbox'))
  await user.click(screen.getByRole('button', { name: 'Create account' }))
}
const whole = { name: 'María López', email: 'maria@example.com', password: 'Secret123', terms: true }

beforeEach(() => sessionStorage.clear())

test('V-13 MSG-07 an empty form names what is missing at each field and moves the focus to the first', async () => {
  const app = await openApp('/sign-up')
  await fill(app, {})
  expect(within(await screen.findByRole('alert')).getByText('Please, fill out all required fields')).toBeVisible()
  expect(screen.getByText('Enter your full name')).toBeVisible()
  expect(screen.getByText('Please, accept the terms')).toBeVisible()
  expect(screen.getByLabelText('Full name')).toHaveFocus()
})

test('V-12 MSG-06 nothing is sent without the terms', async () => {
  const sent: unknown[] = []
  server.use(handles('signUp', ({ body }) => (sent.push(body), Response.json({ data: { token: 'once' } }))))
  const app = await openApp('/sign-up')
  await fill(app, { ...whole, terms: false })
  await saidAtField(/I've read and accept/, 'Please, accept the terms')
  expect(sent).toEqual([])
})

test.each([
  ['V-05 MSG-08', 'Full name', { name: 'A$b' }, 'Please enter a valid name without special characters'],
  ['V-07 MSG-02', 'Email', { email: 'a@' }, 'Invalid email'],
  ['V-01', 'Password', { password: 'Abcde12' }, 'Use at least 8 characters, with a number and a capital letter'],
  ['V-02', 'Password', { password: 'Abcdefgh' }, 'Use at least 8 characters, with a number and a capital letter'],
  ['V-03', 'Password', { password: 'abcdefg1' }, 'Use at least 8 characters, with a number and a capital letter'],
])('%s a wrong field is named before anything is sent', async (_, field, wrong, text) => {
  const app = await openApp('/sign-up')
  await fill(app, { ...whole, ...wrong })
  await saidAtField(field, text)
})

test.each(['Secret12', `Secret12${'b'.repeat(120)}`])(
  'V-01 C-07 a password of 8 characters, or of 128, is accepted and sent as it was typed: %s',
  async (password) => {
    const sent: unknown[] = []
    server.use(handles('signUp', ({ body }) => (sent.push(body), Response.json({ data: { token: 'once' } }))))
    const app = await openApp('/sign-up')
    await fill(app, { ...whole, password: '' })
    await app.user.click(screen.getByLabelText('Password'))
    await app.user.paste(password)
    await app.user.click(screen.getByRole('button', { name: 'Create account' }))
    await waitFor(() => expect(sent).toMatchObject([{ password }]))
  },
)

test.each([
  [
    'es',
    { name: 'Nombre completo', email: 'Correo electrónico', password: 'Contraseña', submit: 'Crear cuenta' },
    {
      name: 'Escribe un nombre válido, sin caracteres especiales',
      email: 'Correo no válido',
      terms: 'Acepta los términos para continuar',
      registered: 'Este correo ya está registrado',
      required: 'Completa todos los campos obligatorios',
    },
  ],
  [
    'ko',
    { name: '성명', email: '이메일', password: '비밀번호', submit: '계정 만들기' },
    {
      name: '특수 문자 없이 이름을 입력해 주세요',
      email: '이메일 형식이 올바르지 않아요',
      terms: '약관에 동의해 주세요',
      registered: '이미 가입된 이메일이에요',
      required: '필수 항목을 모두 입력해 주세요',
    },
  ],
] as const)(
  'MSG-02 MSG-04 MSG-06 MSG-07 MSG-08 a form that is wrong, incomplete or of a registered address says so in %s',
  async (language, labels, said) => {
    server.use(refuses('signUp', 'emailAlreadyInUse'))
    const { user } = await openApp('/sign-up', language)
    const [name, email] = [screen.getByLabelText(labels.name), screen.getByLabelText(labels.email)]
    const submit = () => user.click(screen.getByRole('button', { name: labels.submit }))
    await user.type(name, 'A$b')
    await user.type(email, 'a@')
    await user.type(screen.getByLabelText(labels.password), whole.password)
    await submit()
    await saidAtField(labels.name, said.name)
    await saidAtField(labels.email, said.email)
    expect(screen.getByRole('checkbox')).toHaveAccessibleDescription(said.terms)

    await user.clear(name)
    await user.type(name, whole.name)
    await user.clear(email)
    await user.type(email, whole.email)
    await user.click(screen.getByRole('checkbox'))
    await submit()
    await saidAtField(labels.email, said.registered)
    await user.clear(name)
    await submit()
    expect(within(await screen.findByRole('alert')).getByText(said.required)).toBeVisible()
  },
)

test('an email that was left out is asked for, not called invalid', async () => {
  const app = await openApp('/sign-up')
  await fill(app, { ...whole, email: '' })
  expect(await screen.findByLabelText('Email')).toHaveAccessibleDescription(/^Enter your email/)
})

test.each([
  ['Puente Support', 'This name could be mistaken for our staff. Enter your own name.'],
  ['Jоhn Smith', 'Write your name in one alphabet'],
])('the name %s is refused before anything is sent, with a sentence of its own', async (name, text) => {
  const app = await openApp('/sign-up')
  await fill(app, { ...whole, name })
  expect(await screen.findByLabelText('Full name')).toHaveAccessibleDescription(text)
})

test('a password that is easy to guess gets other words than one of the wrong form', async () => {
  server.use(refuses('signUp', 'invalidPass', { reason: 'guessable' }))
  const app = await openApp('/sign-up')
  await fill(app, { ...whole, password: 'Password1' })
  const field = screen.getByLabelText('Password')
  await waitFor(() => expect(field).toHaveAccessibleDescription(/This password is easy to guess/))
  expect(field).toBeInvalid()
})

test('V-09 MSG-04 a registered address is refused at its field after the whole form was sent', async () => {
  server.use(refuses('signUp', 'emailAlreadyInUse'))
  const app = await openApp('/sign-up')
  await fill(app, whole)
  await saidAtField('Email', 'Email already registered')
  expect(screen.getByLabelText('Full name')).toHaveValue('María López')
})

test('P-01 P-03 ST-02 RT-06 signing up opens a session, asks for the mail and goes on to its code', async () => {
  let sent: unknown
  let mails = 0
  server.use(
    answers('signUp', ({ body }) => {
      sent = body
      return { token: 'once' }
    }),
    answers('openSession', anOpenSession()),
    answers('me', aMe({ emailVerified: false, phoneVerified: false, phone: null })),
    handles('requestEmailCode', () => {
      mails += 1
      return Response.json({ data: { sentTo: 'm…@example.com', expiresAt: later() } })
    }),
  )
  server.use(answers('inviter', { name: 'Carlos' }))
  const app = await openApp('/sign-up?ref=ABCD1234')
  const steps = () => within(screen.getByRole('list', { name: 'Sign-up steps' })).getAllByRole('listitem')
  expect(steps()).toHaveLength(4)
  await app.user.click(screen.getByRole('radio', { name: 'Business' }))
  expect(steps()).toHaveLength(5)
  await fill(app, whole)
  expect(await screen.findByRole('heading', { name: 'Check your inbox' })).toBeVisible()
  expect(app.path()).toBe('/sign-up/email-verify')
  expect(sent).toEqual({
    email: 'maria@example.com',
    password: 'Secret123',
    lang: 'en-US',
    fullName: 'María López',
    business: true,
    referredBy: 'ABCD1234',
  })
  expect(mails).toBe(1)
  expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain('Secret123')
})

test.each([
  ['en', 'Carlos invited you to Puente', 'Create your account'],
  ['es', 'Carlos te invitó a Puente', 'Crea tu cuenta'],
  ['ko', 'Carlos님이 Puente에 초대했어요', '계정을 만들어 볼까요?'],
] as const)('SC-02 a link with a referral code shows who invites, in %s', async (language, text, title) => {
  server.use(answers('inviter', { name: 'Carlos' }))
  await openApp('/sign-up?ref=ABCD1234', language)
  expect(await screen.findByText(text)).toBeVisible()
  await waitFor(() => expect(document.title).toContain(title))
})

test("a code that is no one's leaves the form as it is", async () => {
  server.use(answers('inviter', { name: null }))
  await openApp('/sign-up?ref=NOBODY')
  expect(await screen.findByLabelText('Full name')).toBeVisible()
  expect(screen.queryByText(/invited you/)).toBeNull()
})

test('RT-08 the progress names the four steps in their order', async () => {
  await openApp('/sign-up')
  const steps = within(screen.getByRole('list', { name: 'Sign-up steps' })).getAllByRole('listitem')
  expect(steps.map((step) => step.textContent)).toEqual(['1Account', '2Phone', '3Code', '4Address'])
})

test('RT-08 what was entered is there again after leaving, except the password', async () => {
  const app = await openApp('/sign-up')
  await app.user.type(screen.getByLabelText('Full name'), 'María López')
  await app.user.type(screen.getByLabelText('Password'), 'Secret123')
  await app.user.click(screen.getByRole('link', { name: 'Log in' }))
  await screen.findByRole('heading', { name: 'Log in' })
  await app.user.click(screen.getByRole('link', { name: 'Create an account' }))
  expect(await screen.findByLabelText('Full name')).toHaveValue('María López')
  expect(screen.getByLabelText('Password')).toHaveValue('')
})

test('V-10 a misspelt domain gets a suggestion, a Korean one is left alone, and no call is made', async () => {
  const asked: string[] = []
  // Which services one can come in with is asked by the screen, and may be asked late.
  const note = ({ request: { url } }: { request: Request }) => void (url.includes('/social/') || asked.push(url))
  const app = await openApp('/sign-up')
  server.events.on('request:start', note)
  const email = screen.getByLabelText('Email')
  for (const [typed, meant] of [
    ['maria@gmial.com', 'maria@gmail.com'],
    ['maria@hotnail.com', 'maria@hotmail.com'],
  ] as const) {
    await app.user.clear(email)
    await app.user.type(email, typed)
    await app.user.click(await screen.findByRole('button', { name: meant }))
    expect(email).toHaveValue(meant)
    expect(email).toHaveFocus()
  }
  expect(await Promise.all(['kim@naver.com', 'kim@hanmail.net'].map(suggestEmail))).toEqual([null, null])
  server.events.removeAllListeners()
  expect(asked).toEqual([])
})

test.each([
  ['en', 'Phone number', 'Text me a code', 'Please, fill out a valid phone'],
  ['es', 'Número de teléfono', 'Enviarme un código', 'Escribe un teléfono válido'],
  ['ko', '전화번호', '인증번호 받기', '전화번호를 다시 확인해 주세요'],
] as const)(
  'V-11 MSG-05 a phone of nine digits is refused, with the format in sight (%s)',
  async (language, phone, submit, words) => {
    signedInAs({ phoneVerified: false, phone: null, lang: STORED_LANGUAGES[language] })
    const app = await openApp('/sign-up/phone-verification', language)
    expect(screen.getByText(/\+1 \(305\) 555-0134/)).toBeVisible()
    await app.user.type(screen.getByLabelText(phone), '305555013')
    await app.user.click(screen.getByRole('button', { name: submit }))
    await saidAtField(phone, words)
  },
)

test('RT-07 RT-08 number, code, and on to the address', async () => {
  signedInAs({ phoneVerified: false, phone: null })
  const codes: unknown[] = []
  server.use(
    handles('registerPhone', () => {
      signedInAs({ phoneVerified: false, phone: '+13055550134' })
      const sent = { phone: '+1•••0134', expiresAt: later(), resendAt: later(), tCAccepted: true }
      return Response.json({ data: sent })
    }),
    handles('confirmPhone', ({ body }) => {
      codes.push(body)
      signedInAs({ phone: '+13055550134' })
      return Response.json({ data: { phoneVerified: true, phone: '+13055550134', tier: 0 } })
    }),
  )
  const app = await openApp('/sign-up/phone-verification')
  await app.user.type(screen.getByLabelText('Phone number'), '3055550134')
  await app.user.click(screen.getByRole('button', { name: 'Text me a code' }))
  await app.user.type(await screen.findByLabelText('Code from the text'), '123456')
  expect(await screen.findByRole('heading', { name: 'Where do you live?' })).toBeVisible()
  expect(screen.getByText('Phone verified')).toBeVisible()
  expect(codes).toEqual([{ code: '123456' }])
})

test('a sign-up whose mail did not leave speaks of no code that was sent, and offers to send one', async () => {
  server.use(
    answers('signUp', { token: 'once' }),
    answers('openSession', anOpenSession()),
    answers('me', aMe({ emailVerified: false, phoneVerified: false, phone: null })),
    refuses('requestEmailCode', 'serviceUnavailable'),
  )
  const app = await openApp('/sign-up')
  await fill(app, whole)
  expect(await screen.findByRole('heading', { name: 'Verify your email' })).toBeVisible()
  expect(screen.queryByText(/We emailed/)).toBeNull()
  server.use(answers('requestEmailCode', { sentTo: 'm…', expiresAt: later() }))
  await app.user.click(screen.getByRole('button', { name: 'Send me a code' }))
  expect(await screen.findByText(/We emailed a 6-digit code to/)).toBeVisible()
})

test.each([
  ['/sign-up/email-verify', 'Email verified'],
  ['/sign-up/phone-verification', 'Phone verified'],
])('%s of a contact that is verified already says so and leads on', async (path, title) => {
  signedInAs({ address: null })
  const app = await openApp(path)
  expect(await screen.findByRole('heading', { name: title })).toBeVisible()
  expect(screen.queryByText(/6-digit code/)).toBeNull()
  await app.user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(await screen.findByRole('heading', { name: 'Where do you live?' })).toBeVisible()
})

test('a code asked for after the link was opened elsewhere says that the email is confirmed and leads on', async () => {
  signedInAs({ emailVerified: false, address: null })
  server.use(
    handles('requestEmailCode', () => {
      signedInAs({ address: null })
      return Response.json({ code: 'alreadyConfirmed', message: '', requestId: 'r' }, { status: 409 })
    }),
  )
  const app = await openApp('/sign-up/email-verify')
  await app.user.click(screen.getByRole('button', { name: 'Send me a code' }))
  expect(await screen.findByRole('heading', { name: 'Email verified' })).toBeVisible()
})

test('a number without a code on its way is offered one', async () => {
  signedInAs({ phoneVerified: false, phone: '+13055550134' })
  server.use(answers('requestPhoneCode', { phone: '+1•••0134', expiresAt: later(), resendAt: later() }))
  const app = await openApp('/sign-up/phone-verification')
  expect(screen.queryByText(/We're texting/)).toBeNull()
  await app.user.click(screen.getByRole('button', { name: 'Text me a code' }))
  expect(await screen.findByText(/We're texting a 6-digit code/)).toBeVisible()
})

test('RT-08 returning during the code step resumes it, and the number can be changed', async () => {
  signedInAs({ phoneVerified: false, phone: '+13055550134', address: null })
  server.use(answers('requestPhoneCode', { phone: '+1•••0134', expiresAt: later(), resendAt: later() }))
  const app = await openApp('/sign-up/phone-verification')
  await app.user.click(screen.getByRole('button', { name: 'Text me a code' }))
  await screen.findByRole('heading', { name: 'Enter the code' })
  await act(() => app.router.navigate({ to: '/sign-up/address' }))
  await act(() => app.router.navigate({ to: '/sign-up/phone-verification' }))
  expect(await screen.findByRole('heading', { name: 'Enter the code' })).toBeVisible()
  expect(document.title).toMatch(/^Add your phone/)
  await app.user.click(screen.getByRole('button', { name: 'Change number' }))
  expect(await screen.findByLabelText('Phone number')).toHaveValue('(305) 555-0134')
  expect(screen.getByRole('heading', { name: "What's your phone number?" })).toHaveFocus()
})

test.each([
  ['/sign-up/email-verify', { emailVerified: false, phoneVerified: false, address: null }],
  ['/sign-up/phone-verification', { phoneVerified: false, address: null }],
  ['/sign-up/address', { address: null }],
  ['/home', { address: { line1: '1 Main St', city: 'Austin', state: 'TX', zipCode: '78701' } }],
] as const)('RT-08 a sign-up that was left goes on at %s, the first open step', async (path, me) => {
  beginSignUp()
  signedInAs(me)
  const app = await reloadApp('/sign-up')
  expect(app.path()).toBe(path)
})

test('V-14 C-08 five digits are refused without a call, and letters are not taken', async () => {
  signedInAs({ emailVerified: false })
  const sent: unknown[] = []
  server.use(
    answers('requestEmailCode', { sentTo: 'm…', expiresAt: later() }),
    handles('confirmEmail', ({ body }) => (sent.push(body), Response.json({ data: {} }))),
  )
  const app = await openApp('/sign-up/email-verify')
  await app.user.click(screen.getByRole('button', { name: 'Send me a code' }))
  await screen.findByLabelText('Code from the email')
  await app.user.type(screen.getByLabelText('Code from the email'), 'abcdef12345')
  expect(screen.getByLabelText('Code from the email')).toHaveValue('12345')
  await app.user.click(screen.getByRole('button', { name: 'Verify email' }))
  await saidAtField('Code from the email', "That code isn't right. Check it, or ask for a new one.")
  expect(sent).toEqual([])
})

test('an address without its parts is refused; a whole one is saved', async () => {
  signedInAs()
  let saved: unknown
  server.use(
    handles('updateProfile', ({ body }) => {
      saved = body
      return Response.json({ data: {} })
    }),
  )
  const app = await openApp('/sign-up/address')
  await app.user.click(screen.getByRole('button', { name: 'Finish' }))
  expect(within(await screen.findByRole('alert')).getByText('Please, fill out all required fields')).toBeVisible()
  await app.user.type(screen.getByLabelText('Street address'), '1 Ocean Drive')
  await app.user.type(screen.getByLabelText('City'), 'Miami')
  await app.user.selectOptions(screen.getByLabelText('State'), 'FL')
  await app.user.type(screen.getByLabelText('ZIP code'), '33139')
  await app.user.click(screen.getByRole('button', { name: 'Finish' }))
  expect(await screen.findByRole('heading', { name: 'Hi, María' })).toBeVisible()
  expect(saved).toEqual({ address: { line1: '1 Ocean Drive', city: 'Miami', state: 'FL', zipCode: '33139' } })
})

test('the terms can be read over the form, which stays as it is', async () => {
  server.use(
    answers('legal', {
      slug: 'terms',
      version: '2026-01',
      effectiveFrom: '2026-01-01',
      lang: 'en',
      title: 'Terms of service',
      changes: ['This is not shown to a new person.'],
      sections: [{ heading: 'Who we are', text: 'A bridge.' }],
    }),
  )
  const app = await openApp('/sign-up')
  await app.user.type(screen.getByLabelText('Full name'), 'María')
  await app.user.click(screen.getByRole('button', { name: 'terms' }))
  const dialog = await screen.findByRole('dialog', { name: 'Terms of service' })
  expect(within(dialog).getByText('Version 2026-01, in effect from January 1, 2026')).toBeVisible()
  await app.user.click(within(dialog).getByRole('button', { name: 'Close' }))
  expect(screen.getByLabelText('Full name')).toHaveValue('María')
})

test('the wait for another code is kept in the tab, and there is none while no mail was sent', async () => {
  signedInAs({ emailVerified: false })
  server.use(answers('requestEmailCode', { sentTo: 'ma•••@example.com', expiresAt: later() }))
  const app = await openApp('/sign-up/email-verify')
  await app.user.click(screen.getByRole('button', { name: 'Send me a code' }))
  expect(await screen.findByRole('button', { name: /Send a new code in/ })).toBeVisible()
  // A screen that mounts again, as after a reload, resumes the wait where the last one left it.
  await act(() => app.router.navigate({ to: '/sign-up/address' }))
  await screen.findByLabelText('City')
  await act(() => app.router.navigate({ to: '/sign-up/email-verify' }))
  expect(await screen.findByRole('button', { name: /Send a new code in/ })).toBeVisible()
  expect(sessionStorage.getItem('sentCode.email')).not.toBeNull()
})
