/** What is refused is refused in words: which rule, where, and the way on. */
import { uuidOf } from '@puente/contract'
import type { Locator, Page } from '@playwright/test'
import { fillDetails, signIn } from './steps/account.ts'
import { balanceOn, payButton, payWith, startDeposit } from './steps/money.ts'
import { expectAccessible } from './support/axe.ts'
import { expect, signInAs, test } from './support/journey.ts'
import { handInIdentity, newIdentity } from './support/people.ts'
import { chargesOf, linkFor, nextIdentityCheck } from './support/sandbox.ts'
import { texts } from './support/texts.ts'

const t = texts.en

/** The notice above the content, for what no field says. */
const notice = (page: Page, text: string): Locator => page.getByRole('alert').filter({ hasText: text })

/** The text a field is described by, once it is in error. */
const expectFieldError = async (field: Locator, text: string): Promise<void> => {
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveAccessibleDescription(new RegExp(text.replaceAll(/[.?$]/g, String.raw`\$&`)))
}

test('MSG-01 EM-03 a wrong password gets the same words for known and unknown addresses, in three languages', async ({
  page,
  makePerson,
}) => {
  const person = await makePerson({ stage: 'N' })
  await page.goto('/')
  for (const language of ['ko', 'es', 'en'] as const) {
    await test.step(language, async () => {
      const own = texts[language]
      await page.getByRole('combobox').selectOption(language)
      await expect(page.getByRole('button', { name: own.signIn, exact: true })).toBeVisible()
      const email = language === 'en' ? newIdentity().email : person.email
      await signIn(page, own, { email, password: 'Wrong horse 9' })
      await expectFieldError(page.getByLabel(own.password, { exact: true }), own.wrongPassword)
      await expect(page.getByLabel(own.email, { exact: true })).toHaveValue(email)
    })
  }
})

test(
  'a field that is focused on a scrolled page stays clear of the notice at its edge',
  { tag: '@long' },
  async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 480 })
    await page.goto('/sign-up')
    const submit = page.getByRole('button', { name: t.submitAccount })
    await submit.click()
    const empty = notice(page, 'Please, fill out all required fields')
    // As long as the pointer is on it, it stays.
    await empty.hover()
    await submit.focus()
    await expect(empty).toBeInViewport({ ratio: 1 })
    const bottom = async () => {
      const box = await empty.boundingBox()
      return (box?.y ?? Number.NaN) + (box?.height ?? Number.NaN)
    }
    for (const field of (await page.getByRole('textbox').all()).toReversed()) {
      // oxlint-disable no-await-in-loop
      await field.focus()
      expect((await field.boundingBox())?.y).toBeGreaterThanOrEqual(await bottom())
      // oxlint-enable no-await-in-loop
    }
  },
)

test('EM-02 a notice stands above the content and stays for three seconds, and as long as the pointer is on it', async ({
  page,
}) => {
  await page.goto('/sign-up')
  const submit = page.getByRole('button', { name: t.submitAccount })
  await expect(submit).toBeVisible()
  await page.clock.install({ time: new Date() })
  await page.clock.pauseAt(new Date(Date.now() + 60_000))
  const empty = notice(page, 'Please, fill out all required fields')
  await submit.click()
  await page.clock.runFor(2500)
  await expect(empty).toBeInViewport({ ratio: 1 })
  const topOf = async (place: Locator) => (await place.boundingBox())?.y ?? Number.NaN
  expect(await topOf(empty)).toBeLessThan(await topOf(page.getByRole('radio').first()))
  await page.clock.runFor(1000)
  await expect(empty).toBeHidden()

  await submit.click()
  await empty.hover()
  await page.clock.runFor(10_000)
  await expect(empty).toBeVisible()
  await page.mouse.move(0, 500)
  await page.clock.runFor(3500)
  await expect(empty).toBeHidden()
})

test(
  'MSG-02 MSG-04 MSG-06 MSG-07 MSG-08 V-01 V-02 V-03 V-09 V-10 P-01 sign-up says what is wrong, field by field',
  { tag: '@long' },
  async ({ page, makePerson }) => {
    const known = await makePerson({ stage: 'N' })
    const fresh = newIdentity()
    await page.goto('/sign-up')
    const submit = page.getByRole('button', { name: t.submitAccount })
    const [name, email, password] = [t.fullName, t.email, t.password].map((label) =>
      page.getByLabel(label, { exact: true }),
    ) as [Locator, Locator, Locator]
    for (const kind of ['Personal use', 'Business']) await expect(page.getByRole('radio', { name: kind })).toBeVisible()

    await submit.click()
    await expect(notice(page, 'Please, fill out all required fields')).toBeVisible()
    await expect(name).toBeFocused()
    await expectAccessible(page)

    await fillDetails(page, t, { ...fresh, fullName: 'A$b' })
    await submit.click()
    await expectFieldError(name, 'Please enter a valid name without special characters')
    await name.fill("Ana-Lía O'Brien")
    await email.fill('a@')
    await submit.click()
    await expectFieldError(email, 'Invalid email')

    await email.fill('ana@gmial.com')
    await page.getByRole('button', { name: 'ana@gmail.com' }).click()
    await expect(email).toHaveValue('ana@gmail.com')
    await email.fill('ana@naver.com')
    await expect(page.getByText('Did you mean')).toBeHidden()

    for (const weak of ['Abcdef1', 'Abcdefgh', 'abcdefg1']) {
      await password.fill(weak)
      await submit.click()
      await expectFieldError(password, 'Use at least 8 characters, with a number and a capital letter')
    }
    await password.fill(fresh.password)
    await page.getByRole('checkbox').uncheck()
    await submit.click()
    await expectFieldError(page.getByRole('checkbox'), 'Please, accept the terms')
    await page.getByRole('checkbox').check()
    await email.fill(known.email)
    await submit.click()
    await expectFieldError(email, 'Email already registered')
  },
)

test(
  'MSG-05 V-11 V-14 phone numbers of nine and eleven digits or of another country, and a wrong code, are refused',
  { tag: '@long' },
  async ({ page, makePerson }) => {
    const person = await makePerson({ stage: 'E' })
    await signInAs(page, person)
    await page.goto('/verify-account')
    const phone = page.getByLabel(t.phone, { exact: true })
    await expect(phone).toHaveAccessibleDescription(/\+1 \(305\) 555-0134/)
    for (const number of ['305555013', '30555501345', '+52 55 1234 5678']) {
      await phone.fill('')
      await phone.pressSequentially(number)
      await page.getByRole('button', { name: t.sendCode }).click()
      await expectFieldError(phone, 'Please, fill out a valid phone')
    }
    await expect(phone).toHaveValue('+52 55 1234 5678')
    await phone.fill(person.phone.slice(2))
    await page.getByRole('button', { name: t.sendCode }).click()
    const code = page.getByLabel(t.phoneCode)
    await code.fill('12345')
    await page.getByRole('button', { name: 'Verify phone' }).click()
    await expectFieldError(code, "That code isn't right. Check it, or ask for a new one.")
    await code.pressSequentially('6')
    await expect(code).toHaveValue('')
    await expectFieldError(code, "That code isn't right. Check it, or ask for a new one.")
  },
)

test('RD-07 MSG-03 MSG-12 MSG-13 V-04 V-08 EU-12 recovery does not reveal who has an account, and the link sets a password', async ({
  page,
  makePerson,
}) => {
  const person = await makePerson({ stage: 'N' })
  const sent = 'If the account provided is correct, you will receive an email in your inbox'
  await page.goto('/')
  await page.getByLabel(t.email, { exact: true }).fill(person.email)
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  // The address changes before the screen does, and the one before has a field of the same name.
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible()
  await expect(page).toHaveURL(/\/reset-password$/)
  const email = page.getByLabel(t.email, { exact: true })
  await expect(email).toHaveValue(person.email)
  await email.fill('a@')
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await expectFieldError(email, 'Please use real email')

  await email.fill(newIdentity().email)
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await expect(page.getByText(sent)).toBeVisible()
  await page.goBack()
  await email.fill('ana@mailinator.com')
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await expectFieldError(email, 'Please use real email')
  await email.fill(person.email)
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await expect(page.getByText(sent)).toBeVisible()
  const first = await linkFor(person.email)
  await page.getByRole('button', { name: 'Send it again' }).click()
  await expect(page.getByText('Password recovery email has been resent')).toBeVisible()

  await page.goto(await linkFor(person.email, first))
  const fresh = newIdentity().password
  await page.getByLabel('New password', { exact: true }).fill(fresh)
  const repeat = page.getByLabel('Enter it again', { exact: true })
  await repeat.fill(`${fresh}x`)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(notice(page, 'New and confirm passwords must match')).toBeVisible()
  await expectFieldError(repeat, 'This field must match your new password')
  await repeat.fill(fresh)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Password changed successfully')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
  await signIn(page, t, { email: person.email, password: fresh })
  await expect(page).toHaveURL(/\/home$/)
})

test(
  'V-23 MSG-14 sending more than the balance, nothing, or to no known person is refused before anything is sent',
  { tag: '@long' },
  async ({ page, makePerson }) => {
    const [sender, receiver] = await Promise.all([makePerson({ cents: 20_00 }), makePerson({ stage: 'V' })])
    await signInAs(page, sender)
    await page.goto('/payments/send/puente')
    await page.getByLabel(t.search).fill('nobody.at.all@journeys.example.com')
    await expect(page.getByText('No results found')).toBeVisible()
    await page.getByLabel(t.search).fill(receiver.handle)
    await page.getByRole('button', { name: receiver.fullName }).click()
    const amount = page.getByLabel(t.amountToSend)
    const continueButton = page.getByRole('button', { name: t.continue })
    await continueButton.click()
    await expect(amount).toHaveAttribute('aria-invalid', 'true')
    await expect(amount).toBeFocused()
    await amount.fill('20.01')
    await expectFieldError(amount, "You don't have enough money to proceed")
    await expect(continueButton).toBeDisabled()
    await expectAccessible(page)
    expect(await sender.balance()).toBe(20_00)

    await page.goto('/movements')
    await page.getByLabel('Search', { exact: true }).fill('nothing that exists')
    await expect(page.getByText('No results found')).toBeVisible()
  },
)

test('V-24 adding too little or too much by card teaches the limit', { tag: '@long' }, async ({ page, makePerson }) => {
  await signInAs(page, await makePerson({ stage: 'V' }))
  await page.goto('/deposit-now')
  const amount = page.getByLabel(t.amountToAdd)
  await amount.fill('1')
  await expectFieldError(amount, 'Try with more than 1$')
  await amount.fill('1.01')
  await expect(payButton(page, t)).toBeEnabled()
  await amount.fill('250.01')
  await expectFieldError(amount, 'You can move up to $250.00 at a time.')
  await expect(page.getByRole('button', { name: 'Pay by card' })).toBeDisabled()
})

test(
  'GL-25 a declined card leaves the choice to retry or to finish, and charges once',
  { tag: '@long' },
  async ({ page, makePerson }) => {
    const person = await makePerson({ stage: 'V' })
    await signInAs(page, person)
    await page.goto('/deposit-now')
    await startDeposit(page, t, '30')
    const decline = async () => {
      await payWith(page, '0002')
      await page.getByRole('link', { name: 'Back to Puente' }).click()
      await expect(page.getByText(t.declined)).toBeVisible()
      await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
      await expect(page.getByRole('button', { name: t.finish })).toBeVisible()
    }
    await decline()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page).toHaveURL(/\/card\/pay\//)
    await payWith(page, '4242')
    await expect(page.getByText(t.moneyAdded, { exact: true })).toBeVisible()
    expect(await person.balance()).toBe(30_00)
    const attempts = (await person.call('listTransactions', { type: 'deposit' })).items
    expect(attempts.map(({ state }) => state)).toEqual(['COMPLETED', 'CANCELLED'])
    expect(new Set(attempts.map(({ sendSessionId }) => sendSessionId)).size).toBe(1)
    const charges = await Promise.all(attempts.map(({ id }) => chargesOf(uuidOf(id, 'txn') ?? '')))
    expect(charges.flat()).toMatchObject([{ amountCents: 30_00 }])

    await page.goto('/deposit-now')
    await startDeposit(page, t, '15')
    await decline()
    await page.getByRole('button', { name: t.finish }).click()
    await expect(page).toHaveURL(/\/home$/)
    await expect(balanceOn(page)).toHaveText('$30.00')
    expect(await person.balance()).toBe(30_00)
  },
)

test(
  'ST-12 MSG-16 a denied identity check says what was wrong and leads back to it',
  { tag: '@long' },
  async ({ page, makePerson, photo }) => {
    const person = await makePerson({ stage: 'V' })
    await nextIdentityCheck(person.email, { decision: 'deny', reason: 'blurry' })
    await signInAs(page, person)
    await page.goto('/settings')
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
    await handInIdentity(person, photo)
    await expect(page.getByText('KYC verification failed. Please try again.')).toBeVisible()
    await expectAccessible(page, { schemes: ['light', 'dark'] })
    await page.getByRole('link', { name: 'Try again' }).click()
    await expect(page).toHaveURL(/\/kyc$/)
    await expect(page.getByRole('main')).toContainText('the photo is too blurry to read')
  },
)
