/**
 * Every screen in both colours, looked over by axe: as somebody new, as somebody whose money moves, on the way in and on
 * the way through each flow. Also where the layout may break: a long name, a large amount, another language.
 */
import type { Page } from '@playwright/test'
import { fillDetails } from './steps/account.ts'
import { payButton, reviewSend, sendButton, startDeposit } from './steps/money.ts'
import { expectAccessible } from './support/axe.ts'
import { expect, signInAs, test } from './support/journey.ts'
import { fund, newIdentity } from './support/people.ts'
import { texts } from './support/texts.ts'

const t = texts.en
const BOTH = { schemes: ['light', 'dark'] } as const

/** Nothing may stick out at the side: a phone would scroll sideways. */
const expectFits = async (page: Page) =>
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    `${page.url()} fits the width of the screen`,
  ).toBeLessThanOrEqual(0)

const lookOver = async (page: Page) => {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectFits(page)
  await expectAccessible(page, BOTH)
}

const visit = (page: Page, path: string) =>
  test.step(path, async () => {
    await page.goto(path)
    // What is still loading is looked over once it is there.
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    await lookOver(page)
  })

test('V-13 the screens for visitors', async ({ page }) => {
  for (const path of ['/', '/sign-up', '/reset-password', '/reset-password/success', '/confirmation', '/nope']) {
    await visit(page, path)
  }
})

test('RT-08 the steps of signing up, and the screens of somebody new', async ({ page }) => {
  await page.goto('/sign-up')
  await fillDetails(page, t, newIdentity('Maximiliana Guadalupe Hernández-Villaseñor de la Torre'))
  await page.getByRole('button', { name: 'terms', exact: true }).click()
  await expect(page.getByRole('dialog').getByRole('heading').first()).toBeVisible()
  await expectAccessible(page, BOTH)
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: t.submitAccount }).click()
  await expect(page.getByLabel(t.emailCode)).toBeVisible()
  await lookOver(page)
  await page.getByRole('button', { name: 'Do it later' }).click()
  await expect(page.getByLabel(t.phone, { exact: true })).toBeVisible()
  await lookOver(page)
  await page.getByRole('button', { name: 'Do it later' }).click()
  for (const path of ['/home', '/verify-user', '/verify-account', '/deposit-now', '/movements', '/sign-up/address']) {
    await visit(page, path)
  }
})

test('ST-13 ST-14 the identity check', async ({ page, makePerson }) => {
  await signInAs(page, await makePerson({ stage: 'V' }))
  for (const path of ['/kyc', '/kyc/Tier1']) {
    await visit(page, path)
  }
  await page.getByRole('button', { name: t.sendPhoto }).click()
  await expect(page.getByText('This photo is missing').first()).toBeVisible()
  await lookOver(page)
})

test('P-19 RT-47 RT-50 sending, step by step', { tag: '@desktop' }, async ({ page, makePerson }) => {
  const [person, receiver] = await Promise.all([makePerson({ cents: 4_567_89 }), makePerson({ stage: 'V' })])
  await signInAs(page, person)
  await visit(page, '/payments/send')
  await page.getByRole('button', { name: t.inApp }).click()
  await lookOver(page)
  await reviewSend(page, t, receiver, '25')
  await expect(sendButton(page)).toBeEnabled()
  await lookOver(page)
  await page.goBack()
  await expect(page.getByLabel(t.amountToSend)).toHaveValue('25')
  await lookOver(page)
  await page.goForward()
  await sendButton(page).click()
  await expect(page).toHaveURL(/\/success$/)
  await lookOver(page)
  await page.goto('/payments/send/puente')
  await expect(page.getByRole('button', { name: receiver.fullName })).toBeVisible()
  await lookOver(page)
})

test('RT-13 adding money, and leaving the payment page', async ({ page, makePerson }) => {
  await signInAs(page, await makePerson({ stage: 'V' }))
  await page.goto('/deposit-now')
  await page.getByLabel(t.amountToAdd).fill('12')
  await expect(payButton(page, t)).toBeVisible()
  await lookOver(page)
  await startDeposit(page, t, '12')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page.getByText('The payment is not finished')).toBeVisible()
  await lookOver(page)
})

test(
  'RT-17 RT-18 RT-20 RT-33 home, movements and settings of somebody whose money moves',
  { tag: '@desktop' },
  async ({ page, makePerson }) => {
    const person = await makePerson({ stage: 'V', cents: 321_09 })
    await fund(person, 45_67)
    await signInAs(page, person)
    for (const path of ['/home', '/movements', '/settings', '/settings/language']) await visit(page, path)
    await page.getByRole('button', { name: 'Transactions' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessible(page, BOTH)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.goto('/movements')
    await page.getByRole('link', { name: /45\.67/ }).click()
    await expect(page.getByText('Reference', { exact: true })).toBeVisible()
    await lookOver(page)
    await page.getByRole('banner').getByRole('button', { name: 'Log out' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessible(page, BOTH)
  },
)
