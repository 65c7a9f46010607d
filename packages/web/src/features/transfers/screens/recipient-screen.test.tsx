import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { paths } from '#lib/layout/paths.ts'
import { aContact } from '#test/contacts.ts'
import { aMe, openApp, signedInAs } from '#test/render.tsx'
import { answers, handles, refuses, server } from '#test/server.ts'

beforeEach(() => server.use(answers('frequents', { items: [aContact()] })))

test('known people come first; others are looked for when typing pauses', async () => {
  signedInAs()
  const asked: unknown[] = []
  server.use(
    handles('search', ({ body }) => {
      asked.push(body)
      const person = { publicTransactionId: 'anabel-4d4d', fullName: 'Anabel Soto', image: null, business: true }
      return Response.json({ data: { items: [person, { ...person, publicTransactionId: 'ana.ruiz-9k2m' }] } })
    }),
  )
  const app = await openApp(paths.sendInApp.path)
  await app.user.type(await screen.findByRole('textbox'), '@ana')
  expect(await screen.findByRole('list', { name: 'Others on Puente' })).toHaveTextContent('Anabel Soto')
  expect(screen.getByRole('list', { name: 'People you know' })).toHaveTextContent('Ana Ruiz')
  expect(screen.getAllByRole('listitem')).toHaveLength(2)
  expect(asked).toEqual([{ search: 'ana' }])
})

test('a known person whom the server finds by email stands among the people you know', async () => {
  signedInAs()
  const { publicTransactionId, fullName, image, business } = aContact()
  server.use(answers('search', { items: [{ publicTransactionId, fullName, image, business }] }))
  const app = await openApp(paths.sendInApp.path)
  await app.user.type(await screen.findByRole('textbox'), 'grace@example.com')
  expect(await screen.findByRole('list', { name: 'People you know' })).toHaveTextContent('Ana Ruiz')
  expect(screen.getAllByRole('listitem')).toHaveLength(1)
  expect(screen.queryByText('No results found')).toBeNull()
})

test('MSG-14 a search without a result says so', async () => {
  signedInAs()
  server.use(answers('search', { items: [] }))
  const app = await openApp(paths.sendInApp.path)
  await app.user.type(await screen.findByRole('textbox'), 'zebra')
  expect(await screen.findByText('No results found')).toBeVisible()
})

test('a search for your own email says that it is yours', async () => {
  const { email } = aMe()
  signedInAs({ email })
  server.use(answers('search', { items: [] }))
  const app = await openApp(paths.sendInApp.path)
  await app.user.type(await screen.findByRole('textbox'), email.toUpperCase())
  expect(await screen.findByText('This is your own email')).toBeVisible()
  expect(screen.queryByText('No results found')).toBeNull()
})

test('an email that finds no one says that they may have no account yet, and what to do', async () => {
  signedInAs()
  server.use(answers('search', { items: [] }))
  const app = await openApp(paths.sendInApp.path)
  await app.user.type(await screen.findByRole('textbox'), 'new@example.com')
  expect(await screen.findByText(/They may not have an account yet: ask them to sign up/)).toBeVisible()
})

test('people can be looked for although the list of known ones does not come', async () => {
  signedInAs()
  server.use(refuses('frequents', 'invalidRequest'), answers('search', { items: [aContact()] }))
  const app = await openApp(paths.sendInApp.path)
  await screen.findByText("This didn't load")
  await app.user.type(screen.getByRole('textbox'), 'ana')
  expect(await screen.findByRole('list', { name: 'Others on Puente' })).toHaveTextContent('Ana Ruiz')
})

test('two letters that no known person has ask for more letters, and nothing is asked of the server', async () => {
  signedInAs()
  const asked: unknown[] = []
  server.use(
    handles('search', ({ body }) => {
      asked.push(body)
      return Response.json({ data: { items: [] } })
    }),
  )
  const app = await openApp(paths.sendInApp.path)
  await app.user.type(await screen.findByRole('textbox'), 'zz')
  expect(screen.getByText('Enter at least 3 letters to search')).toBeVisible()
  expect(asked).toEqual([])
})

test('a search that was asked too often says how long to wait', async () => {
  signedInAs()
  server.use(refuses('search', 'tooManyRequests', { retryAfterSeconds: 42 }))
  const app = await openApp(paths.sendInApp.path)
  await app.user.type(await screen.findByRole('textbox'), 'zebra')
  expect(await screen.findByText(/You can try again in 4\d seconds/)).toBeVisible()
  expect(screen.queryByText("This didn't load")).toBeNull()
  expect(screen.getByRole('button', { name: 'Try again' })).toHaveAttribute('aria-disabled', 'true')
})

test.each([
  ['emailNotVerified', {}, 'Verify your email to continue'],
  ['kycRequired', { missing: ['phone'], reason: 'phone' }, 'Verify your phone to continue'],
] as const)('a search refused with %s says what to verify first, and leads there', async (code, details, words) => {
  signedInAs()
  server.use(refuses('search', code, details))
  const app = await openApp(paths.sendInApp.path)
  await app.user.type(await screen.findByRole('textbox'), 'zebra')
  expect(await screen.findByText(words)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Continue' })).toHaveAttribute('href', paths.verifyUser.path)
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})
