/**
 * Every screen outside the settings, checked by axe in each language: for a new account, for one with money in flight, while
 * signing in, during each flow, and where a flow ends badly. A flow is walked once, in English; at each stop the screen
 * switches language in place. Another language has other words, which may overflow or lack a name, but the same colours. Among
 * all journeys English is checked in both colour schemes.
 */
import { LANGUAGES, type Language } from '@puente/contract'
import type { Page } from '@playwright/test'
import { fillDetails } from './steps/account.ts'
import { jpeg } from './steps/identity.ts'
import { payButton, payWith, reviewSend, sendButton, startDeposit } from './steps/money.ts'
import { addOwnAccount, reviewWithdrawal, confirmWithdrawal } from './steps/withdrawal.ts'
import { expect, isWide, signInAs, test } from './support/journey.ts'
import { checkIn, chooseLanguage, expectLanguage, goTo, LONG_NAME } from './support/look.ts'
import { asPerson, fund, handInIdentity, newIdentity, type Person } from './support/people.ts'
import { nextIdentityCheck } from './support/sandbox.ts'
import { texts } from './support/texts.ts'

const t = texts.en
/** A flow stops in other languages among all journeys only. */
const OTHERS = process.env.ALL_JOURNEYS ? LANGUAGES.filter((language) => language !== 'en') : []

// Each stops at many screens, and looks at each in several languages.
test.describe.configure({ timeout: 180_000 })

/** What is laid out differently on a wide screen; the words are the same, so that English is enough there. */
const wideToo = { tag: '@desktop' }

/**
 * Gives a page the profile as another tab of its browser that has just read it would. Pages read by themselves what has changed,
 * but at growing intervals while changes keep coming, as they do here.
 */
const shareProfile = async (page: Page, person: Person) => {
  const me = await person.call('me')
  await page.evaluate((found) => {
    const tab = new BroadcastChannel('puente-live')
    tab.postMessage({ read: 'me', upTo: found.lastEventId, found })
    tab.close()
  }, me)
}

/**
 * Changes the language where the screen stands: with its switch if it has one, else in the profile, as another device
 * would; open screens follow unless this browser has a choice of its own.
 */
const speak = async (page: Page, language: Language, person: Person | null) => {
  const languageSwitch = page.locator('select', { has: page.locator('option[value=ko]') })
  if (await languageSwitch.isVisible()) await languageSwitch.selectOption(language)
  else {
    await page.context().clearCookies({ name: '__Host-puente-lang' })
    await person?.call('updateProfile', { lang: language })
    if (person) await shareProfile(page, person)
  }
  await expectLanguage(page, language)
}

/** Checks a page in every language, signed in as `person` or signed out (null); leaves it in English. */
const checksOf = (page: Page, person: Person | null) => {
  const checkInEveryLanguage = async () => {
    await checkIn(page, 'en')
    if (isWide()) return
    for (const language of OTHERS) {
      await speak(page, language, person)
      await checkIn(page, language)
    }
    await speak(page, 'en', person)
  }
  const checkScreen = async () => {
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await checkInEveryLanguage()
  }
  const visit = (path: string) =>
    test.step(path, async () => {
      await goTo(page, path)
      await checkScreen()
    })
  return { checkInEveryLanguage, checkScreen, visit }
}

for (const language of LANGUAGES) {
  test(
    `the screens for visitors, in ${language}`,
    { tag: language === 'en' ? [] : '@long' },
    async ({ page, context }) => {
      await chooseLanguage(context, language)
      const token = 'a'.repeat(43)
      const paths = ['/', '/sign-up', '/reset-password', `/reset-password?token=${token}`, '/reset-password/success']
      const links = ['/confirmation', `/confirmation?token=${token}`, `/not-me?token=${token}`, '/kyc/continue']
      for (const path of [...paths, ...links, '/nope']) {
        await test.step(path, async () => {
          await goTo(page, path)
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
          await checkIn(page, language)
        })
      }
      await expect(page.getByText(texts[language].notFound)).toBeVisible()
    },
  )
}

test('the steps of signing up', { tag: '@long' }, async ({ page }) => {
  const identity = newIdentity(LONG_NAME)
  await page.goto('/sign-up')
  await fillDetails(page, t, identity)
  // They are named once more beside the other ways to come in.
  await page.getByRole('button', { name: t.terms, exact: true }).first().click()
  await expect(page.getByRole('dialog').getByRole('heading').first()).toBeVisible()
  await checksOf(page, null).checkInEveryLanguage()
  await page.getByRole('dialog').getByRole('button', { name: t.close }).click()
  await page.getByRole('button', { name: t.submitAccount }).click()
  await expect(page.getByLabel(t.emailCode)).toBeVisible()
  const { checkScreen, visit } = checksOf(page, await asPerson(identity))
  await checkScreen()
  await page.getByRole('button', { name: t.later }).click()
  await expect(page.getByLabel(t.phone, { exact: true })).toBeVisible()
  await checkScreen()
  await page.getByRole('button', { name: t.later }).click()
  await visit('/sign-up/address')
  await page.getByRole('button', { name: t.finishSignUp }).click()
  await expect(page.getByLabel(t.zip)).toHaveAttribute('aria-invalid', 'true')
  await checkScreen()
})

test('the screens of a new account', { tag: '@long' }, async ({ page, makePerson }) => {
  const person = await makePerson({ stage: 'N', fullName: LONG_NAME })
  const { checkScreen, visit } = checksOf(page, person)
  await signInAs(page, person)
  for (const path of ['/home', '/verify-user', '/deposit-now', '/movements', '/verify-account']) await visit(path)
  await page.getByLabel(t.phone, { exact: true }).fill(person.phone.slice(2))
  await page.getByRole('button', { name: t.sendCode }).click()
  await expect(page.getByLabel(t.phoneCode)).toBeVisible()
  await checkScreen()
  await page.reload()
  await expect(page.getByLabel(t.phoneCode)).toBeVisible()
  await checkScreen()
})

test('the identity check, step by step', { tag: '@long' }, async ({ page, makePerson, photo }) => {
  const person = await makePerson({ stage: 'V' })
  const { checkScreen, visit } = checksOf(page, person)
  await signInAs(page, person)
  for (const path of ['/kyc', '/kyc/Tier1']) await visit(path)
  await page.getByRole('button', { name: t.sendPhoto }).click()
  await expect(page.getByText(t.photoMissing).first()).toBeVisible()
  await checkScreen()
  await page.getByText(t.passport, { exact: true }).click()
  await page.getByLabel(t.front).setInputFiles(jpeg(photo))
  await page.getByRole('button', { name: t.sendPhoto }).click()
  await page.getByLabel(t.face).setInputFiles(jpeg(photo))
  await checkScreen()
  await page.getByRole('button', { name: t.sendPhoto }).click()
  await page.getByRole('button', { name: t.handIn }).click()
  await expect(page.getByText(t.birthdayMissing).first()).toBeVisible()
  await checkScreen()
})

test('what has become of the identity check', { tag: '@long' }, async ({ page, makePerson, openPage, photo }) => {
  const [waiting, verified] = await Promise.all([makePerson({ stage: 'V' }), makePerson()])
  await nextIdentityCheck(waiting.email, { decision: 'review' })
  await handInIdentity(waiting, photo)
  await signInAs(page, waiting)
  await checksOf(page, waiting).visit('/kyc/success')
  await expect(page.getByText(t.handedIn)).toBeVisible()
  const other = await openPage({ viewport: page.viewportSize() })
  await signInAs(other, verified)
  await checksOf(other, verified).visit('/kyc/success')
  await expect(other.getByText(t.identityVerified)).toBeVisible()
})

test(
  'P-19 sending, step by step; whoever was sent to is among the people one knows',
  { tag: '@desktop-long' },
  async ({ page, makePerson }) => {
    const [person, receiver] = await Promise.all([makePerson({ cents: 4_567_89 }), makePerson({ stage: 'V' })])
    const { checkScreen, visit } = checksOf(page, person)
    await signInAs(page, person)
    for (const path of ['/payments/send', '/payments/send/puente']) await visit(path)
    await reviewSend(page, t, receiver, '25')
    await expect(sendButton(page)).toBeEnabled()
    await checkScreen()
    await page.goBack()
    await expect(page.getByLabel(t.amountToSend)).toHaveValue('25')
    await checkScreen()
    await page.goForward()
    await sendButton(page).click()
    await expect(page).toHaveURL(/\/success$/)
    await checkScreen()
    await page.goto('/payments/send/puente')
    await expect(page.getByRole('button', { name: receiver.fullName })).toBeVisible()
    await checkScreen()
  },
)

test('withdrawing, step by step', { tag: '@long' }, async ({ page, makePerson }) => {
  const person = await makePerson({ cents: 567_89, fullName: LONG_NAME })
  const { checkScreen, visit } = checksOf(page, person)
  await signInAs(page, person)
  for (const path of ['/payments/withdraw', '/payments/withdraw/paypal']) await visit(path)
  await page.goto('/payments/withdraw/bank')
  await page.getByRole('button', { name: 'Add a bank account' }).click()
  await page.getByRole('button', { name: 'Add account' }).click()
  await expect(page.getByLabel('Routing number')).toHaveAttribute('aria-invalid', 'true')
  await checkScreen()
  await addOwnAccount(page, person, '000123456789')
  await expect(page.getByRole('button', { name: /6789/ })).toBeVisible()
  await checkScreen()
  await page.getByRole('button', { name: /6789/ }).click()
  await expect(page.getByLabel('Amount to withdraw')).toBeFocused()
  await checkScreen()
  await reviewWithdrawal(page, '50')
  await checkScreen()
  await confirmWithdrawal(page, person)
  await checkScreen()
})

test('adding money, and every way it may end', { tag: '@long' }, async ({ page, makePerson }) => {
  const person = await makePerson({ stage: 'V' })
  const { checkScreen } = checksOf(page, person)
  await signInAs(page, person)
  await page.goto('/deposit-now')
  await page.getByLabel(t.amountToAdd).fill('12')
  await expect(payButton(page, t)).toBeVisible()
  await checkScreen()
  await startDeposit(page, t, '12')
  await page.getByRole('link', { name: t.cancel }).click()
  await expect(page.getByText(t.unfinished)).toBeVisible()
  await checkScreen()
  const back = page.url()
  await page.getByRole('button', { name: t.finish }).click()
  await expect(page).toHaveURL(/\/home$/)
  await page.goto(back)
  await expect(page.getByText(t.cancelled)).toBeVisible()
  await checkScreen()
  await page.goto('/deposit-now/cancel')
  await expect(page.getByText(t.noPayment)).toBeVisible()
  await checkScreen()
  await page.goto('/deposit-now')
  await startDeposit(page, t, '12')
  await payWith(page, '4242')
  await expect(page.getByText(t.moneyAdded, { exact: true })).toBeVisible()
  await checkScreen()
})

test('home, movements and logging out', wideToo, async ({ page, makePerson }) => {
  const person = await makePerson({ stage: 'V', cents: 321_09 })
  await fund(person, 45_67)
  const { checkInEveryLanguage, checkScreen, visit } = checksOf(page, person)
  await signInAs(page, person)
  for (const path of ['/home', '/movements']) await visit(path)
  await page.getByRole('button', { name: t.transactions, exact: true }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await checkInEveryLanguage()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.goto('/movements')
  await page.getByRole('link', { name: /45\.67/ }).click()
  await expect(page.getByText(t.reference, { exact: true })).toBeVisible()
  await checkScreen()
  await page.getByRole('banner').getByRole('button', { name: t.logOut }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await checkInEveryLanguage()
})

test('the screens of things gone wrong', { tag: '@long' }, async ({ page, context, makePerson }) => {
  const person = await makePerson({ stage: 'N' })
  await signInAs(page, person)
  await page.route('**/api/transactions/list', (route) =>
    route.fulfill({ json: { data: { items: [null], last: null, end: true } } }),
  )
  await checksOf(page, person).visit('/home')
  await expect(page.getByText(t.wentWrong)).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByRole('heading', { name: t.offlineTitle, exact: true })).toBeVisible()
  // The other languages of it are the shell's: without a network none can be fetched.
  await checkIn(page, 'en')
})
