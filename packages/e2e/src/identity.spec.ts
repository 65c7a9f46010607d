/** The identity check without a mouse and with a second device: what one sees is also said, and every step has a key. */
import type { Page } from '@playwright/test'
import { jpeg } from './steps/identity.ts'
import { expectAccessible } from './support/axe.ts'
import { expect, signInAs, test } from './support/journey.ts'
import { birthday } from './support/people.ts'
import { nextIdentityCheck } from './support/sandbox.ts'

/** Tabs on until the focus is where it should be, as someone does who listens to the names. */
const tabTo = async (page: Page, target: ReturnType<Page['getByRole']>): Promise<void> => {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < 60; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('the keyboard does not lead there')
}

/** Fills a field by typing; what a list offers is found by its first letters. */
const type = async (page: Page, label: string, text: string): Promise<void> => {
  await tabTo(page, page.getByLabel(label, { exact: true }))
  await page.keyboard.type(text)
}

const press = async (page: Page, name: RegExp): Promise<void> => {
  await tabTo(page, page.getByRole('button', { name }))
  await page.keyboard.press('Enter')
}

/** Opens the chooser of a photo with a key, and chooses. */
const choose = async (page: Page, label: RegExp, photo: Buffer): Promise<void> => {
  const field = page.getByLabel(label)
  await expect(field).toHaveAccessibleDescription(/corners|camera/)
  const pressEnterThere = async () => {
    await tabTo(page, field)
    await page.keyboard.press('Enter')
  }
  // Listened for from before the way there, so that the browser knows of it when the key is pressed.
  const [chooser] = await Promise.all([page.waitForEvent('filechooser', { timeout: 30_000 }), pressEnterThere()])
  await chooser.setFiles(jpeg(photo))
}

test('X-38 the whole check by keyboard, its selfie from another device, and a refusal in plain words', async ({
  page,
  browser,
  makePerson,
  photo,
}) => {
  const person = await makePerson({ stage: 'V' })
  await nextIdentityCheck(person.email, { decision: 'deny', reason: 'blurry' })
  await signInAs(page, person)
  await page.goto('/kyc/Tier1')
  await tabTo(page, page.getByRole('radio', { name: "Driver's license" }))
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('radio', { name: 'Passport' })).toBeChecked()
  await choose(page, /^Front/, photo)
  await press(page, /Send and continue/)
  await expect(page.getByRole('heading', { name: 'A photo of you' })).toBeFocused()

  await press(page, /Use another device/)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible()
  await expectAccessible(page)
  await tabTo(page, dialog.getByText('Or open this link there'))
  await page.keyboard.press('Enter')
  const link = (await dialog.getByText('/kyc/continue#').textContent()) ?? ''

  const phone = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
  await phone.goto(link)
  await phone.bringToFront()
  await press(phone, /^Continue$/)
  const [first = '', , last = ''] = person.fullName.split(' ')
  await expect(phone.getByText(`For ${first.slice(0, 2)}••• ${last.slice(0, 1)}•••`, { exact: true })).toBeVisible()
  await expect(phone.getByText(`${person.email.slice(0, 2)}•••@journeys.example.com`, { exact: true })).toBeVisible()
  expect(phone.url()).not.toContain('#')
  await expectAccessible(phone)
  await choose(phone, /Your face/, photo)
  await press(phone, /Send and continue/)
  await expect(phone.getByRole('heading', { name: "That's everything" })).toBeVisible()
  await phone.context().close()
  await page.bringToFront()

  await expect(page.getByRole('heading', { name: 'Your details' })).toBeVisible()
  const [year = '', month = '', day = ''] = birthday.split('-')
  const monthName = new Intl.DateTimeFormat('en', { month: 'long' }).format(new Date(2000, Number(month) - 1))
  await type(page, 'Month', monthName)
  await type(page, 'Day', String(Number(day)))
  await type(page, 'Year', year)
  await type(page, 'Nationality', 'United States')
  await type(page, 'Street address', '1 Main St')
  await type(page, 'City', 'Austin')
  await type(page, 'State', 'Texas')
  await type(page, 'ZIP code', '78701')
  await expect(page.getByLabel('Month', { exact: true })).toHaveValue(String(Number(month)))
  await expect(page.getByLabel('Year', { exact: true })).toHaveValue(year)
  await expect(page.getByLabel('Nationality', { exact: true })).toHaveValue('US')
  await expect(page.getByLabel('State', { exact: true })).toHaveValue('TX')
  await press(page, /^Submit$/)
  await expect(page.getByText('the photo is too blurry to read')).toBeVisible()
  await expectAccessible(page)
})
