import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { paths } from '#lib/layout/paths.ts'
import { aContact } from '#test/contacts.ts'
import { aLiveStream } from '#test/live.ts'
import { openApp, reloadApp, signedInAs } from '#test/render.tsx'
import { aSentRequest, requestIdOf, splitIdOf } from '#test/requests.ts'
import { answers, refuses, server } from '#test/server.ts'

const ben = aContact({
  id: 'usr_0190c0c0c0c07c0c8c0c0c0c0c0c0c0c',
  publicTransactionId: 'ben.park-4m2d',
  fullName: 'Ben Park',
})

beforeEach(() => {
  signedInAs()
  server.use(answers('frequents', { items: [aContact(), ben] }))
})

const partOf = (name: string) => screen.getByRole('textbox', { name: `${name}: part of the bill` })

test('X-12 a bill is split by keyboard: uneven parts, oneself left out, a live remainder, and requests that add up to the cent', async () => {
  const sent: unknown[] = []
  const paid = (id: number, cents: number, state: 'open' | 'paid') =>
    aSentRequest(id, { amount: cents, state, splitId: splitIdOf(1), ...(state === 'paid' && { acts: [] }) })
  let first: 'open' | 'paid' = 'open'
  server.use(
    answers('splitRequest', ({ body }) => {
      sent.push(body)
      return { splitId: splitIdOf(1), requestIds: [requestIdOf(1), requestIdOf(2)], total: 10_001, ownPart: 0 }
    }),
    answers('getSplit', () => ({
      splitId: splitIdOf(1),
      date: new Date().toISOString(),
      note: 'Dinner',
      total: 10_001,
      currency: 'USD' as const,
      ownPart: 0,
      paid: first === 'paid' ? 4001 : 0,
      left: first === 'paid' ? 6000 : 10_001,
      items: [paid(1, 4001, first), paid(2, 6000, 'open')],
    })),
  )
  const live = aLiveStream()
  const { user, path } = await openApp(paths.requestSplit.path)
  const total = await screen.findByRole('textbox', { name: 'Whole bill' })
  expect(total).toHaveFocus()
  await user.keyboard('100.01{Enter}')
  // What is missing is named, from the first field on.
  expect(screen.getByRole('textbox', { name: "What's it for?" })).toHaveFocus()
  await user.keyboard('Dinner')
  for (const name of [/Ana Ruiz/, /Ben Park/]) {
    screen.getByRole('button', { name: 'Add a person' }).focus()
    await user.keyboard('{Enter}')
    const known = await screen.findByRole('button', { name })
    known.focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  // Three equal parts, exact to the cent.
  expect(partOf('You')).toHaveValue('33.34')
  expect(partOf('Ana Ruiz')).toHaveValue('33.34')
  expect(partOf('Ben Park')).toHaveValue('33.33')
  expect(screen.getByText('Adds up to the cent')).toBeVisible()

  // One twice is one too many.
  await user.click(screen.getByRole('button', { name: 'Add a person' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /Ana Ruiz/ }))
  expect(await screen.findByText('Ana Ruiz is already in')).toBeVisible()

  await user.click(screen.getByRole('checkbox', { name: 'I pay a part too' }))
  expect(screen.queryByRole('textbox', { name: 'You: part of the bill' })).toBeNull()
  await user.clear(partOf('Ana Ruiz'))
  await user.type(partOf('Ana Ruiz'), '40.01')
  expect(partOf('Ben Park')).toHaveValue('60')
  await user.clear(partOf('Ben Park'))
  await user.type(partOf('Ben Park'), '50')
  expect(screen.getByText('$10.00 left to share out')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Review' })).toHaveAttribute('aria-disabled', 'true')
  await user.clear(partOf('Ben Park'))
  await user.type(partOf('Ben Park'), '70')
  expect(screen.getByText('$10.00 more than the bill')).toBeVisible()
  // What is too much stays, with its reason, when the field is left; it does not become an equal part behind the person's back.
  await user.clear(partOf('Ben Park'))
  await user.type(partOf('Ben Park'), '123456789012345678901')
  await user.tab()
  expect(partOf('Ben Park').getAttribute('value')?.replaceAll(',', '')).toBe('123456789012345678901')
  expect(partOf('Ben Park')).toHaveAccessibleDescription("That's too large an amount.")
  expect(screen.queryByText('Adds up to the cent')).toBeNull()
  expect(screen.queryByText('Equal part')).toBeNull()
  await user.clear(partOf('Ben Park'))
  await user.tab()
  expect(partOf('Ben Park')).toHaveValue('60')
  await user.click(screen.getByRole('button', { name: 'Review' }))

  await waitFor(() => expect(path()).toBe(paths.requestSplitReview.path))
  expect(sent).toHaveLength(0)
  await user.dblClick(await screen.findByRole('button', { name: 'Request $100.01' }))
  await waitFor(() => expect(path()).toBe(paths.requestSplitDetail.path))
  expect(sent).toHaveLength(1)
  expect(sent[0]).toMatchObject({
    total: 10_001,
    ownPart: 0,
    note: 'Dinner',
    shares: [
      { toUser: 'ana.ruiz-9k2m', amount: 4001 },
      { toUser: 'ben.park-4m2d', amount: 6000 },
    ],
  })
  expect(await screen.findByText('0 of 2 paid')).toBeVisible()
  first = 'paid'
  live.send('request', { id: requestIdOf(1), version: 2 })
  expect(await screen.findByText('1 of 2 paid')).toBeVisible()
  expect(screen.getByText('$60.00 still to come')).toBeVisible()
})

test('a split that is refused asks nobody and keeps what was entered; the review cannot be opened without one', async () => {
  server.use(refuses('splitRequest', 'invalidUser'))
  const { user, path } = await openApp(paths.requestSplit.path)
  await user.type(await screen.findByRole('textbox', { name: 'Whole bill' }), '20')
  await user.type(screen.getByRole('textbox', { name: "What's it for?" }), 'Taxi')
  await user.click(screen.getByRole('button', { name: 'Review' }))
  expect(screen.getByText('Add at least one person')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Add a person' }))
  await user.click(await screen.findByRole('button', { name: /Ana Ruiz/ }))
  await user.click(screen.getByRole('button', { name: 'Review' }))
  await user.click(await screen.findByRole('button', { name: 'Request $10.00' }))
  expect(await screen.findByText('Nobody was asked')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Back' }))
  expect(await screen.findByRole('textbox', { name: 'Whole bill' })).toHaveValue('20')
  expect(path()).toBe(paths.requestSplit.path)

  const bare = await reloadApp(paths.requestSplitReview.path)
  await waitFor(() => expect(bare.path()).toBe(paths.requestSplit.path))
})
