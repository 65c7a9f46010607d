import { screen, waitFor, within } from '@testing-library/react'
import type { Me, Result } from '@puente/contract'
import { expect, test } from 'vitest'
import { session } from '#lib/session/session.ts'
import { aMe, openApp, signedInAs } from '#test/render.tsx'
import { answers, handles, refuses, server, type Seen } from '#test/server.ts'

const legal = ({ url }: Seen): Result<'legal'> => {
  const slug = url.searchParams.get('slug') === 'privacy' ? 'privacy' : 'terms'
  return {
    slug,
    version: '2027-03',
    effectiveFrom: '2027-03-01',
    lang: 'en',
    title: slug === 'terms' ? 'Terms of use' : 'Privacy policy',
    changes: slug === 'terms' ? ['Sending to a business may cost a fee.'] : [],
    sections: [{ heading: 'Fees', text: `All of the ${slug}.` }],
  }
}

/** A person who accepted an earlier version. */
const open = async (change: Partial<Me> = {}) => {
  signedInAs({ termsAccepted: false, tCAccepted: false, ...change })
  server.use(answers('legal', legal))
  return openApp('/home')
}

const question = () => screen.findByRole('dialog', { name: "We've updated our terms" })

test('a newer version of the terms is shown with what has changed, and nothing else can be done first', async () => {
  const app = await open()
  const dialog = within(await question())
  expect(await dialog.findByText('Sending to a business may cost a fee.')).toBeVisible()
  expect(dialog.getByText('Version 2027-03, in effect from March 1, 2027')).toBeVisible()
  expect(dialog.getByText('All of the terms.')).toBeVisible()
  await app.user.click(dialog.getByRole('radio', { name: 'Privacy policy' }))
  expect(await dialog.findByText('All of the privacy.')).toBeVisible()
  await app.user.keyboard('{Escape}')
  expect(await question()).toBeVisible()
})

test('accepting says which version was shown, and the question is gone', async () => {
  const app = await open()
  let sent: unknown
  server.use(
    handles('acceptTerms', ({ body }) => {
      sent = body
      server.use(answers('me', aMe()))
      return Response.json({ data: { tCAccepted: true, version: '2027-03', at: new Date().toISOString() } })
    }),
  )
  const accept = within(await question()).getByRole('button', { name: 'Accept and continue' })
  await waitFor(() => expect(accept).toBeEnabled())
  await app.user.click(accept)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent).toEqual({ version: '2027-03', lang: 'en' })
})

test('logging out is the other way', async () => {
  const app = await open()
  await app.user.click(within(await question()).getByRole('button', { name: 'Log out' }))
  await waitFor(() => expect(session.get().status).toBe('out'))
})

test('a version that was replaced while it was being read is read again', async () => {
  const app = await open()
  server.use(refuses('acceptTerms', 'invalidRequest', { field: 'version' }))
  const dialog = within(await question())
  expect(await dialog.findByText('All of the terms.')).toBeVisible()
  server.use(answers('legal', (seen) => ({ ...legal(seen), version: '2027-04' })))
  await app.user.click(dialog.getByRole('button', { name: 'Accept and continue' }))
  expect(await dialog.findByText(/^Version 2027-04/)).toBeVisible()
})

test('a text that cannot be loaded can be asked for again, and nothing is accepted unread', async () => {
  signedInAs({ termsAccepted: false })
  server.use(refuses('legal', 'notFound'))
  const app = await openApp('/home')
  const dialog = within(await question())
  const again = await dialog.findByRole('button', { name: 'Try again' })
  expect(dialog.getByRole('button', { name: 'Accept and continue' })).toHaveAttribute('aria-disabled', 'true')
  server.use(answers('legal', legal))
  await app.user.click(again)
  expect(await dialog.findByText('All of the terms.')).toBeVisible()
})

test('a person who is still signing up accepts with the phone and is not asked', async () => {
  await open({ phone: null, phoneVerified: false })
  expect(await screen.findByText('Hi, María')).toBeVisible()
  expect(screen.queryByRole('dialog')).toBeNull()
})
