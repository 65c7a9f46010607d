/** Asking for money by a link: whoever opens it without an account, two who pay at once, and links that have ended. */
import { randomUUID } from 'node:crypto'
import { expect, signInAs, test } from './support/journey.ts'

const aLink = { amount: 30_00, currency: 'USD', note: 'Concert tickets' } as const

test('X-11 a link tells a visitor who asks for how much, and is paid after the login, once of two who pay; a paid and a canceled one say so; a personal code leads to sending', async ({
  page,
  openPage,
  makePerson,
}) => {
  const [grace, ben, cara] = [
    await makePerson(),
    await makePerson({ cents: 100_00 }),
    await makePerson({ cents: 100_00 }),
  ]
  const { code } = await grace.call('createRequest', aLink)
  await page.goto(`/pay/${code}`)
  await expect(page.getByRole('heading', { name: `${grace.fullName} asks you for` })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('$30.00')
  await page.getByRole('button', { name: 'Log in to pay' }).click()
  await page.getByLabel('Email').fill(ben.email)
  await page.getByLabel('Password', { exact: true }).fill(ben.password)
  await page.getByLabel('Password', { exact: true }).press('Enter')
  const pay = page.getByRole('button', { name: 'Pay $30.00' })
  await pay.scrollIntoViewIfNeeded()
  await expect(page.getByRole('region', { name: 'What you agree to' })).toBeInViewport({ ratio: 0.99 })
  await pay.click()
  await expect(page.getByText(`You paid ${grace.fullName} $30.00`)).toBeVisible()
  expect([await grace.balance(), await ben.balance()]).toEqual([30_00, 70_00])

  // Two who hold the same link at the same moment, and a third time by one of them: one of all pays.
  const once = await grace.call('createRequest', aLink)
  const payOnce = (payer: typeof ben) =>
    payer.call('payRequest', { code: once.code, payMethod: 'wallet' }, { idempotencyKey: randomUUID() })
  const paid = await Promise.allSettled([payOnce(ben), payOnce(cara), payOnce(ben)])
  expect(paid.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect([await grace.balance(), (await ben.balance()) + (await cara.balance())]).toEqual([60_00, 140_00])

  const taken = await grace.call('createRequest', aLink)
  await grace.call('cancelRequest', { requestId: taken.requestId })
  const visitor = await openPage()
  for (const [ended, words] of [
    [once.code, 'This request has been paid. Nothing more is due.'],
    [taken.code, 'Whoever asked took this request back. Nothing is due.'],
  ] as const) {
    await visitor.goto(`/pay/${ended}`)
    await expect(visitor.getByText(words)).toBeVisible()
    await expect(visitor.getByRole('button', { name: 'Log in to pay' })).toBeHidden()
  }

  await signInAs(page, grace)
  await page.goto('/payments/request/qr')
  await expect(page.getByRole('img', { name: 'Your QR code' })).toBeVisible()
  const sender = await openPage()
  await signInAs(sender, cara)
  await sender.goto(`/u/${grace.handle}?amount=12.50`)
  await expect(sender.getByRole('main')).toContainText(grace.fullName)
  await expect(sender.getByRole('main')).toContainText('12.50')
})
