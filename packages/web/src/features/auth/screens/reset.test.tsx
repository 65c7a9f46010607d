import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { saidAtField } from '#test/fields.ts'
import { openApp } from '#test/render.tsx'
import { answers, handles, refuses, server } from '#test/server.ts'

const token = 'abcdefghijklmnopqrstuvwxyz'
beforeEach(() => server.use(handles('checkResetLink', () => Response.json({ data: {} }))))

test('V-08 MSG-03 a malformed address is asked to be a real one', async () => {
  const app = await openApp('/reset-password')
  await app.user.type(screen.getByLabelText('Email'), 'a@')
  await app.user.click(screen.getByRole('button', { name: 'Send me a link' }))
  await saidAtField('Email', 'Please use real email')
})

test('V-08 MSG-03 an address to throw away, which the server knows, is asked to be a real one', async () => {
  server.use(refuses('forgotPassword', 'invalidEmail', { field: 'email', reason: 'disposable' }))
  const app = await openApp('/reset-password')
  await app.user.type(screen.getByLabelText('Email'), 'ana@mailinator.com')
  await app.user.click(screen.getByRole('button', { name: 'Send me a link' }))
  await saidAtField('Email', 'Please use real email')
  expect(app.path()).toBe('/reset-password')
})

test('MSG-13 MSG-12 RT-12 asking says the same for every address, names it, and asking again says so', async () => {
  const asked: unknown[] = []
  server.use(
    handles('forgotPassword', ({ body }) => {
      asked.push(body)
      return Response.json({ data: { sent: true } })
    }),
  )
  const app = await openApp('/reset-password')
  await app.user.type(screen.getByLabelText('Email'), 'nobody@example.com')
  await app.user.click(screen.getByRole('button', { name: 'Send me a link' }))
  expect(
    await screen.findByText('If the account provided is correct, you will receive an email in your inbox'),
  ).toBeVisible()
  expect(app.path()).toBe('/reset-password/success')
  // It stays on the screen, unlike a notice.
  const said = screen.getByText('If the account provided is correct, you will receive an email in your inbox')
  expect(said.closest('section[aria-label="Notices"]')).toBeNull()
  expect(document.querySelector('main')).toHaveTextContent('nobody@example.com')
  await app.user.click(screen.getByRole('button', { name: 'Send it again' }))
  expect(await screen.findByText('Password recovery email has been resent')).toBeVisible()
  expect(asked).toEqual(Array(2).fill({ email: 'nobody@example.com', lang: 'en' }))
})

test.each([
  [
    'es',
    { email: 'Correo electrónico', send: 'Enviarme un enlace', again: 'Enviar de nuevo' },
    {
      real: 'Usa un correo real',
      sent: 'Si la cuenta es correcta, recibirás un mensaje en tu correo',
      resent: 'Volvimos a enviar el correo de recuperación',
    },
  ],
  [
    'ko',
    { email: '이메일', send: '링크 받기', again: '다시 보내기' },
    {
      real: '실제로 쓰는 이메일을 입력해 주세요',
      sent: '입력한 계정이 맞다면 메일함으로 이메일이 도착해요',
      resent: '비밀번호 재설정 메일을 다시 보냈어요',
    },
  ],
] as const)('MSG-03 MSG-12 MSG-13 recovery speaks %s', async (language, labels, said) => {
  server.use(refuses('forgotPassword', 'invalidEmail', { field: 'email', reason: 'disposable' }))
  const app = await openApp('/reset-password', language)
  const email = screen.getByLabelText(labels.email)
  const send = () => app.user.click(screen.getByRole('button', { name: labels.send }))
  for (const wrong of ['a@', 'ana@mailinator.com']) {
    await app.user.clear(email)
    await app.user.type(email, wrong)
    await send()
    await saidAtField(labels.email, said.real)
  }
  server.use(answers('forgotPassword', { sent: true }))
  await app.user.clear(email)
  await app.user.type(email, 'nobody@example.com')
  await send()
  expect(await screen.findByText(said.sent)).toBeVisible()
  await app.user.click(screen.getByRole('button', { name: labels.again }))
  expect(await screen.findByText(said.resent)).toBeVisible()
})

test('RT-12 a direct visit to the success screen does not fail', async () => {
  await openApp('/reset-password/success')
  expect(screen.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Send it again' })).toBeNull()
})

test('V-04 two different passwords are refused with both texts, and nothing is sent', async () => {
  const sent: unknown[] = []
  server.use(handles('resetPassword', ({ body }) => (sent.push(body), Response.json({ data: {} }))))
  const app = await openApp(`/reset-password?token=${token}`)
  await app.user.type(await screen.findByLabelText('New password'), 'Secret123')
  await app.user.type(screen.getByLabelText('Enter it again'), 'Secret124')
  await app.user.click(screen.getByRole('button', { name: 'Change password' }))
  expect(within(await screen.findByRole('alert')).getByText('New and confirm passwords must match')).toBeVisible()
  expect(screen.getByText('This field must match your new password')).toBeVisible()
  expect(sent).toEqual([])
})

test.each(['/reset-password', '/confirmation'])(
  'the token of a link to %s leaves the address and survives a reload',
  async (path) => {
    server.use(refuses('confirmEmail', 'emailTokenExpired'))
    const app = await openApp(`${path}?token=${token}`)
    expect(app.path()).toBe(path)
    expect(app.router.history.location.state.token).toBe(token)
    expect(app.router.history.length).toBe(1)
  },
)

test.each([
  ['en', ['New password', 'Enter it again', 'Change password'], 'Password changed successfully'],
  ['es', ['Contraseña nueva', 'Escríbela otra vez', 'Cambiar contraseña'], 'Tu contraseña se cambió'],
  ['ko', ['새 비밀번호', '한 번 더 입력해 주세요', '비밀번호 변경'], '비밀번호를 변경했어요'],
] as const)(
  'MSG-11 a new password is set and leads to sign-in (%s)',
  async (language, [first, second, change], done) => {
    let sent: unknown
    server.use(
      handles('resetPassword', ({ body }) => {
        sent = body
        return Response.json({ data: {} })
      }),
    )
    const app = await openApp(`/reset-password?token=${token}`, language)
    await app.user.type(await screen.findByLabelText(first), 'Secret123')
    await app.user.type(screen.getByLabelText(second), 'Secret123')
    await app.user.click(screen.getByRole('button', { name: change }))
    expect(await screen.findByText(done)).toBeVisible()
    expect(app.path()).toBe('/sign-in')
    expect(sent).toEqual({ token, newPassword: 'Secret123' })
  },
)

test.each(['usedCode', 'emailTokenExpired', 'invalidCode'] as const)(
  'a reset link that is over (%s) once the password is sent says so, and offers a new one',
  async (code) => {
    server.use(refuses('resetPassword', code))
    const app = await openApp(`/reset-password?token=${token}`)
    await app.user.type(await screen.findByLabelText('New password'), 'Secret123')
    await app.user.type(screen.getByLabelText('Enter it again'), 'Secret123')
    await app.user.click(screen.getByRole('button', { name: 'Change password' }))
    expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeVisible()
    expect(screen.getByRole('heading', { name: 'This link no longer works' })).toHaveFocus()
    expect(screen.getByRole('button', { name: 'Send me a link' })).toBeVisible()
  },
)

test.each(['usedCode', 'emailTokenExpired', 'invalidCode'] as const)(
  'a reset link that is over (%s) says so before a password is chosen, and offers a new one',
  async (code) => {
    server.use(refuses('checkResetLink', code))
    await openApp(`/reset-password?token=${token}`)
    expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeVisible()
    expect(screen.queryByLabelText('New password')).toBeNull()
    expect(screen.getByRole('button', { name: 'Send me a link' })).toBeVisible()
  },
)

test('while it is in doubt whose the account is, a reset link says so at once, and takes no password', async () => {
  server.use(refuses('checkResetLink', 'accountRestricted', { reason: 'ownerInDoubt' }))
  await openApp(`/reset-password?token=${token}`)
  expect(await screen.findByText(/^We have to make sure this account is yours/)).toBeVisible()
  expect(screen.queryByLabelText('New password')).toBeNull()
})

test('where a reset link cannot be checked, the form still opens', async () => {
  server.use(refuses('checkResetLink', 'serviceUnavailable'))
  await openApp(`/reset-password?token=${token}`)
  expect(await screen.findByLabelText('New password')).toBeVisible()
})
