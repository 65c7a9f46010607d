/** A newer version of the terms: read and accepted before anything else, or signed out. */
import type { Page } from '@playwright/test'
import { LANGUAGES, type Language } from '@puente/contract'
import { balanceOn } from './steps/money.ts'
import { expectAccessible } from './support/axe.ts'
import { expect, isWide, signInAs, test } from './support/journey.ts'
import { chooseLanguage } from './support/look.ts'
import { appUrl } from './support/places.ts'

const CHANGE = 'Sending to a business may cost a fee, which is shown before you confirm.'

const QUESTION: Record<Language, string> = {
  en: "We've updated our terms",
  es: 'Actualizamos nuestros términos',
  ko: '약관이 바뀌었어요',
}

/** Such as `November 24, 2026`. */
const dayOf = (day: string): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))

const question = (page: Page, language: Language = 'en') => page.getByRole('dialog', { name: QUESTION[language] })

/**
 * The server under test has one version, which everyone has accepted. To this browser it answers as it would with a
 * newer one, until the browser accepts; the accepting itself is the server's own.
 */
const publishNewTerms = async (page: Page): Promise<void> => {
  let isAccepted = false
  await page.route('**/api/clients/me', async (route) => {
    const response = await route.fetch()
    const { data } = (await response.json()) as { data?: object }
    const json = data && { data: { ...data, ...(isAccepted ? {} : { termsAccepted: false, tCAccepted: false }) } }
    await route.fulfill(json ? { response, json } : { response })
  })
  await page.route('**/api/content/legal?slug=terms*', async (route) => {
    const response = await route.fetch()
    const { data } = (await response.json()) as { data: object }
    await route.fulfill({ response, json: { data: { ...data, changes: [CHANGE] } } })
  })
  await page.route('**/api/terms/accept', async (route) => {
    const response = await route.fetch()
    isAccepted = response.ok()
    await route.fulfill({ response })
  })
}

test('changed terms are shown with what is new, and everything waits until they are accepted', async ({
  page,
  makePerson,
}) => {
  const person = await makePerson({ stage: 'V', cents: 12_00 })
  await signInAs(page, person)
  await publishNewTerms(page)
  await page.goto('/payments/send')
  const dialog = question(page)
  await expect(dialog.getByText(CHANGE)).toBeVisible()
  const { data: terms } = await (await page.request.get(`${appUrl}/api/content/legal?slug=terms&lang=en`)).json()
  await expect(dialog.getByText(`Version ${terms.version}, in effect from ${dayOf(terms.effectiveFrom)}`)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  await expect(dialog).toBeVisible()
  await expect(page).toHaveURL(`${appUrl}/payments/send`)
  await dialog.getByText('Privacy policy', { exact: true }).click()
  await expect(dialog.getByRole('region', { name: 'Privacy notice' })).toBeVisible()

  const sent = page.waitForRequest((request) => request.url().endsWith('/api/terms/accept'))
  await dialog.getByRole('button', { name: 'Accept and continue' }).click()
  expect((await sent).postDataJSON()).toEqual({ version: terms.version, lang: 'en' })
  await expect(dialog).toBeHidden()
  await page.goto('/home')
  await expect(balanceOn(page)).toHaveText('$12.00')
  await expect(dialog).toBeHidden()
})

test(
  'without accepting the changed terms a person can only log out',
  { tag: '@long' },
  async ({ page, makePerson }) => {
    await signInAs(page, await makePerson({ stage: 'V' }))
    await publishNewTerms(page)
    await page.goto('/home')
    await question(page).getByRole('button', { name: 'Log out' }).click()
    await expect(page).toHaveURL(/\/sign-in$/)
    await page.goto('/home')
    await expect(page).toHaveURL(/\/\?redirect=%2Fhome$/)
  },
)

test(
  'the question is without fault in every language and in both colours',
  { tag: ['@long', '@desktop-long'] },
  async ({ page, context, makePerson }) => {
    await signInAs(page, await makePerson({ stage: 'V' }))
    await publishNewTerms(page)
    for (const language of isWide() ? (['en'] as const) : LANGUAGES) {
      await test.step(language, async () => {
        await chooseLanguage(context, language)
        await page.goto('/home')
        const dialog = question(page, language)
        await expect(dialog.getByText(CHANGE)).toBeVisible()
        // Both buttons can be reached without scrolling what stands behind.
        for (const button of await dialog.getByRole('button').all()) await expect(button).toBeInViewport({ ratio: 1 })
        // Another language has other words and the same colours.
        await expectAccessible(page, language === 'en' ? { schemes: ['light', 'dark'] } : { wordsOnly: true })
      })
    }
  },
)
