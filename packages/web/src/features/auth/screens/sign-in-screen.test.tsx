import { act, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { saidAtField } from '#test/fields.ts'
import { anOpenSession, aMe, openApp, signedInAs } from '#test/render.tsx'
import { answers, handles, refuses, server } from '#test/server.ts'

const fill = async ({ user }: Awaited<ReturnType<typeof openApp>>, email: string, password: string) => {
  if (email) await user.type(screen.getByLabelText('Email'), email)
  if (password) await user.type(screen.getByLabelText('Password'), password)
  await user.click(screen.getByRole('button', { name: 'Log in' }))
}

test('EM-03 MSG-01 the text of a sign-in refusal is shown as it is, at the field alone', async () => {
  server.use(refuses('signIn', 'invalidSignIn'))
  const app = await openApp('/')
  await fill(app, 'maria@example.com', 'wrong')
  await saidAtField('Password', 'Your email and password combination is incorrect')
  expect(screen.getByLabelText('Password')).toHaveFocus()
  expect(screen.getByLabelText('Email')).toHaveValue('maria@example.com')
})

test.each([
  ['the code unknown', () => Response.json({ code: 'unknown', message: 'stack trace' }, { status: 500 })],
  ['an unknown code', () => Response.json({ code: 'somethingNew', message: 'stack trace' }, { status: 418 })],
  ['no code at all', () => new Response('<html>stack trace', { status: 502 })],
])('RD-11 EM-03 MSG-18 EC-68 a sign-in refusal with %s shows the generic text', async (_what, answer) => {
  server.use(handles('signIn', answer))
  const app = await openApp('/')
  await fill(app, 'maria@example.com', 'Secret123')
  await saidAtField('Password', 'Oops. Something went wrong')
  expect(screen.queryByText(/stack trace/)).toBeNull()
})

test.each([
  [
    'es',
    ['Correo electrónico', 'Contraseña', 'Iniciar sesión'],
    ['El correo o la contraseña no son correctos', 'Vaya. Algo salió mal'],
  ],
  ['ko', ['이메일', '비밀번호', '로그인'], ['이메일이나 비밀번호가 맞지 않아요', '앗, 문제가 생겼어요']],
] as const)(
  'RD-11 MSG-01 MSG-18 EC-68 a refusal is said by its code in the language of the screen (%s), whatever its message is',
  async (language, [email, password, submit], [wrong, unknown]) => {
    const app = await openApp('/', language)
    await app.user.type(screen.getByLabelText(email), 'maria@example.com')
    for (const [answer, words] of [
      [() => Response.json({ code: 'invalidSignIn', message: 'stack trace' }, { status: 401 }), wrong],
      [() => Response.json({ code: 'unknown', message: 'stack trace' }, { status: 500 }), unknown],
      [() => new Response('<html>stack trace', { status: 502 }), unknown],
    ] as const) {
      server.use(handles('signIn', answer))
      await app.user.type(screen.getByLabelText(password), 'Secret123')
      await app.user.click(screen.getByRole('button', { name: submit }))
      await waitFor(() =>
        expect(screen.getByLabelText(password)).toHaveAccessibleDescription(expect.stringContaining(words)),
      )
      expect(screen.queryByText(/stack trace/)).toBeNull()
    }
  },
)

test('V-07 MSG-02 a malformed address is refused before anything is sent', async () => {
  const app = await openApp('/')
  await fill(app, 'a@', 'Secret123')
  await saidAtField('Email', 'Invalid email')
  expect(screen.getByLabelText('Email')).toHaveFocus()
})

test('V-13 MSG-07 an empty form asks for the fields and moves the focus to the first', async () => {
  const app = await openApp('/')
  await fill(app, '', '')
  await saidAtField('Email', 'Please, fill out all required fields')
  expect(screen.getByLabelText('Email')).toHaveFocus()
})

test('ST-01 RT-02 signing in exchanges the token for a session and goes where the visitor was headed', async () => {
  const tokens: unknown[] = []
  server.use(
    answers('signIn', { token: 'once' }),
    answers('openSession', ({ body }) => {
      tokens.push(body)
      return anOpenSession()
    }),
    answers('me', aMe()),
  )
  const app = await openApp('/?redirect=%2Fsettings%2Flanguage')
  await fill(app, 'maria@example.com', 'Secret123')
  expect(await screen.findByRole('heading', { level: 1, name: 'Language' })).toBeVisible()
  expect(tokens).toEqual([{ token: 'once' }])
})

test('RT-04 a signed-in user is taken from / to /home', async () => {
  signedInAs()
  const app = await openApp('/')
  expect(app.path()).toBe('/home')
  expect(screen.getByRole('heading', { level: 1, name: 'Hi, María' })).toBeVisible()
})

test('EU-12 the address typed at sign-in greets the visitor on the reset form, and is not kept after it', async () => {
  const app = await openApp('/')
  await app.user.type(screen.getByLabelText('Email'), 'maria@example.com')
  await app.user.click(screen.getByRole('link', { name: 'Forgot your password?' }))
  expect(await screen.findByRole('heading', { name: 'Reset your password' })).toBeVisible()
  expect(screen.getByLabelText('Email')).toHaveValue('maria@example.com')
  expect(app.path()).toBe('/reset-password')
  await act(() => app.router.navigate({ to: '/sign-up' }))
  await act(() => app.router.navigate({ to: '/reset-password' }))
  await waitFor(() => expect(screen.getByLabelText('Email')).toHaveValue(''))
  expect(JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])).not.toContain('maria@')
})

test('P-26 a Korean browser gets English and one line that offers Korean', async () => {
  const languages = vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['ko-KR', 'en'])
  const app = await openApp('/sign-up')
  expect(await screen.findByRole('button', { name: '한국어로 보시겠어요?' })).toBeVisible()
  await act(() => app.router.navigate({ to: '/sign-in' }))
  await app.user.click(screen.getByRole('button', { name: '한국어로 보시겠어요?' }))
  expect(await screen.findByRole('heading', { name: '로그인' })).toBeVisible()
  expect(screen.queryByRole('button', { name: '한국어로 보시겠어요?' })).toBeNull()
  languages.mockRestore()
})

test('what was typed into the prerendered screen is taken over, and the plain screen goes', async () => {
  const plain = document.createElement('div')
  plain.id = 'first'
  const form = document.createElement('form')
  for (const [name, value] of [
    ['email', 'maria@example.com'],
    ['password', 'Secr'],
  ] as const) {
    const input = Object.assign(document.createElement('input'), { name, value })
    form.append(input)
  }
  plain.append(form)
  document.body.append(plain)
  form.querySelector('input')?.focus()

  await openApp('/')
  expect(document.getElementById('first')).toBeNull()
  expect(screen.getByLabelText('Email')).toHaveFocus()
  expect(screen.getByLabelText('Email')).toHaveValue('maria@example.com')
  expect(screen.getByLabelText('Password')).toHaveValue('Secr')
})

test('while a passkey is asked for its button says so, and one that the browser does not give is said', async () => {
  const asked = Promise.withResolvers<void>()
  server.use(
    handles('passkeySignInOptions', async () => {
      await asked.promise
      return Response.json({ data: { options: { challenge: 'abc', rpId: 'puente.test' } } })
    }),
  )
  const app = await openApp('/')
  const button = screen.getByRole('button', { name: 'Log in with a passkey' })
  await app.user.click(button)
  expect(button).toHaveAttribute('aria-busy', 'true')
  const other = screen.getByRole('button', { name: 'Log in' })
  expect(other).not.toHaveAttribute('aria-busy', 'true')
  expect(other).toHaveAttribute('aria-disabled', 'true')
  asked.resolve()
  expect(await screen.findByRole('alert')).toHaveTextContent("Your browser didn't give us a passkey")
})

test('a double click on the passkey button asks once', async () => {
  let calls = 0
  server.use(
    handles('passkeySignInOptions', () => {
      calls += 1
      return Response.json({ code: 'serviceUnavailable', message: '', details: {}, requestId: 'r' }, { status: 503 })
    }),
  )
  await openApp('/')
  const button = screen.getByRole('button', { name: 'Log in with a passkey' })
  act(() => {
    button.click()
    button.click()
  })
  await waitFor(() => expect(screen.getByLabelText('Password')).toHaveFocus())
  expect(calls).toBe(1)
})
