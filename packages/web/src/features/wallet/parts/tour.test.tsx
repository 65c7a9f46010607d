import { type Language, type Me, type Preferences, STORED_LANGUAGES } from '@puente/contract'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aMe, openApp, signedInAs } from '#test/render.tsx'
import { answers, handles, refuses, server } from '#test/server.ts'

/** A person whose preferences the server keeps, from one start of the application to the next. */
const kept = (change: Partial<Preferences>, language: Language = 'en'): Preferences => {
  const preferences = { ...aMe().preferences, ...change }
  const lang = STORED_LANGUAGES[language]
  signedInAs({ preferences, lang })
  server.use(
    handles('me', () => Response.json({ data: { ...aMe(), preferences, lang } satisfies Me })),
    handles('changePreferences', ({ body }) => Response.json({ data: Object.assign(preferences, body) })),
    answers('listTransactions', { items: [], last: null, end: true }),
  )
  return preferences
}

test('EF-15 the tour is shown once: it is walked through by keyboard, each step is read out, and it is over for good', async () => {
  const preferences = kept({ transactionsTutorial: true })
  const { user } = await openApp('/home')
  const title = await screen.findByRole('heading', { name: 'Welcome: your balance' })
  expect(title).toBeVisible()
  screen.getByRole('button', { name: 'Next' }).focus()
  for (const name of ['Send and add money', "What's left to do", 'Make it yours']) {
    await user.keyboard('{Enter}')
    expect(await screen.findByRole('heading', { name })).toBeVisible()
    // A screen reader goes on with the words that have changed; the button is the next stop.
    expect(document.activeElement).toHaveTextContent(/\w{3,}/)
    expect(document.activeElement?.tagName).toBe('P')
    await user.tab()
  }
  expect(document.activeElement).toHaveTextContent('Done')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Make it yours' })).toBeNull())
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
  await waitFor(() => expect(preferences.transactionsTutorial).toBe(false))

  await openApp('/home')
  expect(await screen.findByText("You're ready to go")).toBeVisible()
  expect(screen.queryByRole('heading', { name: 'Welcome: your balance' })).toBeNull()
})

test('whether usage may be counted is asked after the tour, once, and a failure takes the answer back', async () => {
  const preferences = kept({ transactionsTutorial: true, analytics: null })
  const { user } = await openApp('/home')
  const question = () => screen.queryByRole('heading', { name: 'May we count which screens are used?' })
  await user.click(await screen.findByRole('button', { name: 'Skip the tour' }))
  await waitFor(() => expect(question()).toBeVisible())
  server.use(refuses('changePreferences', 'serviceUnavailable'))
  await user.click(screen.getByRole('button', { name: 'No, thanks' }))
  await waitFor(() => expect(screen.getByRole('alert')).toBeVisible())
  expect(question()).toBeVisible()
  server.use(handles('changePreferences', ({ body }) => Response.json({ data: Object.assign(preferences, body) })))
  await user.click(screen.getByRole('button', { name: 'No, thanks' }))
  await waitFor(() => expect(question()).toBeNull())
  expect(preferences.analytics).toBe(false)
})

test.each([
  ['es', 'Te damos la bienvenida: tu saldo'],
  ['ko', '환영해요: 내 잔액'],
] as const)('SC-01 the tour speaks %s', async (language, title) => {
  kept({ transactionsTutorial: true }, language)
  await openApp('/home', language)
  expect(await screen.findByRole('heading', { name: title })).toBeVisible()
})
