import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openApp, signedInAs } from '#test/render.tsx'
import { answers, handles, refuses, server } from '#test/server.ts'
import { aKycServer, aReport, denied, fresh, inReview } from '#test/kyc.ts'

test('ST-14 A-13 the introduction names the three parts and promises both figures in one sentence', async () => {
  aKycServer(fresh)
  const app = await openApp('/kyc')
  const parts = within(await screen.findByRole('list', { name: "What you'll need" })).getAllByRole('listitem')
  expect(parts.map((part) => part.textContent)).toEqual([
    expect.stringContaining('ID'),
    expect.stringContaining('Selfie'),
    expect.stringContaining('Your details'),
  ])
  expect(
    screen.getByText('Most checks take between 2 hours and 1 business day. Some take 2 to 3 business days.'),
  ).toBeVisible()
  await app.user.click(screen.getByRole('link', { name: 'Start' }))
  expect(await screen.findByRole('heading', { name: 'Your ID' })).toBeVisible()
  expect(app.path()).toBe('/kyc/Tier1')
})

test.each([
  ['N', { emailVerified: false, phoneVerified: false, KYC: { ...fresh, tier: -1 } }],
  ['E', { phoneVerified: false, KYC: { ...fresh, tier: -1 } }],
  ['V with the complete file in review', { KYC: inReview }],
])('RT-66 %s is taken home from the identity check', async (_, change) => {
  signedInAs(change)
  for (const path of ['/kyc', '/kyc/Tier1']) {
    // oxlint-disable-next-line no-await-in-loop
    const app = await openApp(path)
    expect(app.path()).toBe('/home')
  }
})

test.each(['/kyc/tier1', '/KYC/TIER1'])('%s is taken to the canonical path', async (address) => {
  aKycServer(fresh)
  const app = await openApp(address)
  await screen.findByRole('heading', { name: 'Your ID' })
  expect(app.path()).toBe('/kyc/Tier1')
})

test('with no try left the way to support takes the place of the retry', async () => {
  aKycServer(denied, { reasons: [{ type: 'selfie', code: 'other' }], triesLeft: 0 })
  await openApp('/kyc')
  expect(await screen.findByRole('link', { name: 'help@puente.test' })).toHaveAttribute(
    'href',
    'mailto:help@puente.test',
  )
  expect(screen.queryByRole('link', { name: 'Try again' })).toBeNull()
})

test('who has used up the attempts of the day with an account that is closed since reads from when there is another', async () => {
  aKycServer(fresh, { triesLeft: 0, triesAgainAt: '2026-04-01T20:05:00.000Z' })
  await openApp('/kyc')
  expect(await screen.findByText(/^You've used today's attempts\. You can try again from Apr 1, 2026/)).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Start' })).toBeNull()
})

test('a report that cannot be loaded says so and can be asked for again', async () => {
  aKycServer(fresh)
  server.use(refuses('kycStatus', 'serviceUnavailable'))
  const app = await openApp('/kyc')
  expect(await screen.findByText("This didn't load")).toBeVisible()
  server.use(answers('kycStatus', aReport(fresh)))
  await app.user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('link', { name: 'Start' })).toBeVisible()
})

test('while the report is on its way the screen says that it loads', async () => {
  aKycServer(fresh)
  server.use(handles('kycStatus', () => new Promise<Response>(() => undefined)))
  await openApp('/kyc')
  expect(await screen.findByText('Loading')).toBeInTheDocument()
  expect(screen.queryByRole('link', { name: 'Start' })).toBeNull()
})
