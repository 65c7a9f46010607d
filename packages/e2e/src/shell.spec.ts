/** What stands around the screens: splash, network, language, and the first greeting. */
import type { Page } from '@playwright/test'
import { signIn } from './steps/account.ts'
import { balanceOn } from './steps/money.ts'
import { expectAccessible } from './support/axe.ts'
import { expect, signInAs, test } from './support/journey.ts'
import { texts } from './support/texts.ts'

const t = texts.en
const MINUTE = 60_000

const splashOf = (page: Page) => page.locator('[data-splash]')

test.describe('the splash', () => {
  test.use({ splash: true })

  test('C-26 GL-01 covers a start, then leaves, without fading where motion is reduced', async ({ page }) => {
    await page.clock.install({ time: new Date() })
    await page.clock.pauseAt(new Date(Date.now() + MINUTE))
    await page.goto('/')
    await page.clock.runFor(1400)
    await expect(splashOf(page).first()).toBeVisible()
    for (const [reducedMotion, fades] of [
      ['no-preference', /^0\.24s$/],
      ['reduce', /^0(?:\.001)?s$/],
    ] as const) {
      await page.emulateMedia({ reducedMotion })
      await expect(splashOf(page).first()).toHaveCSS('animation-duration', fades)
    }
    await page.clock.resume()
    await expect(splashOf(page)).toHaveCount(0)
    await expect(page.getByLabel(t.email, { exact: true })).toBeVisible()
  })

  test("GL-02 is skipped on the way back from a payment provider's page", async ({ page }) => {
    await page.addInitScript(() => {
      new MutationObserver(() => {
        if (document.querySelector('[data-splash]')) document.documentElement.dataset.sawSplash = ''
      }).observe(document, { childList: true, subtree: true })
    })
    await page.goto('/home')
    await expect(page.locator('html')).toHaveAttribute('data-saw-splash', '')
    const ways = ['/payments/send/paypal', '/payments/send/card', '/invoice/pay', '/deposit-now']
    for (const path of ways.flatMap((way) => [`${way}/success`, `${way}/cancel`])) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
      await expect(page.locator('html'), path).not.toHaveAttribute('data-saw-splash')
    }
  })
})

test.describe('the network', () => {
  test('GL-03 MSG-15 without one the offline screen covers the route, nothing waits to be sent, and Try Again comes back to it', async ({
    page,
    context,
    makePerson,
  }) => {
    await signInAs(page, await makePerson({ stage: 'N' }))
    await page.goto('/settings')
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
    const title = page.getByRole('heading', { name: t.offlineTitle, exact: true })
    expect(t.offlineTitle).toBe('No Internet connection')
    expect(t.tryAgain).toBe('Try Again')
    const posted: string[] = []
    // The browser says that it is offline; whether that is so is found out by asking.
    await context.setOffline(true)
    await expect(title).toBeVisible()
    page.on('request', (request) => request.method() === 'GET' || posted.push(new URL(request.url()).pathname))
    // What lies below cannot be reached, by pointer or keyboard: no payment is begun, and so none is kept for later.
    expect(await page.locator('h1', { hasText: 'Settings' }).evaluate((node) => node.closest('[inert]') !== null)).toBe(
      true,
    )
    await expectAccessible(page)
    await page.getByRole('button', { name: t.tryAgain, exact: true }).click()
    await expect(page.getByText('Still offline')).toBeVisible()
    await page.route('**/api/health', (route) => route.abort())
    const asked = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/health'))
    await context.setOffline(false)
    await asked
    await expect(title).toBeVisible()
    await page.unroute('**/api/health')
    await page.getByRole('button', { name: t.tryAgain, exact: true }).click()
    await expect(title).toBeHidden()
    await expect(page).toHaveURL(/\/settings$/)
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
    expect(posted.filter((path) => !/session|events/.test(path))).toEqual([])
  })

  test(
    'behind the offline screen one can log out, and an unattended session asks and ends; nothing private stays',
    { tag: '@long' },
    async ({ page, context, makePerson }) => {
      const person = await makePerson({ stage: 'V', cents: 43_21 })
      const cover = page.getByRole('alertdialog', { name: t.offlineTitle })
      const body = page.locator('body')
      await page.clock.install({ time: new Date() })
      for (const ending of ['by hand', 'unattended']) {
        await test.step(ending, async () => {
          await signInAs(page, person)
          await page.goto('/home')
          await expect(balanceOn(page)).toHaveText('$43.21')
          await page.clock.runFor(MINUTE)
          await context.setOffline(true)
          await expect(cover).toBeVisible()
          await expect(balanceOn(page)).toBeHidden()
          if (ending === 'by hand') {
            await cover.getByRole('button', { name: 'Log out' }).click()
          } else {
            await page.clock.fastForward(9.5 * MINUTE)
            await page.getByRole('button', { name: "I'm here" }).click()
            await expect(cover).toBeVisible()
            await page.clock.fastForward(12.5 * MINUTE)
          }
          await expect(body).not.toContainText('43.21')
          await expect(body).not.toContainText(person.fullName)
          await context.setOffline(false)
          await expect(cover).toBeHidden()
          await expect(page.getByRole('button', { name: t.signIn, exact: true })).toBeVisible()
          await page.goto('/home')
          await expect(page.getByRole('button', { name: t.signIn, exact: true })).toBeVisible()
        })
      }
    },
  )

  test('MSG-15 the offline screen speaks Spanish and Korean', { tag: '@long' }, async ({ page, context }) => {
    await page.goto('/')
    for (const language of ['es', 'ko'] as const) {
      await test.step(language, async () => {
        await page.getByRole('combobox').selectOption(language)
        await expect(page.locator('html')).toHaveAttribute('lang', language)
        await context.setOffline(true)
        await expect(page.getByRole('heading', { name: texts[language].offlineTitle, exact: true })).toBeVisible()
        await expect(page.getByRole('button', { name: texts[language].tryAgain, exact: true })).toBeVisible()
        await expectAccessible(page, { wordsOnly: true })
        await context.setOffline(false)
        await expect(page.getByRole('alertdialog')).toBeHidden()
      })
    }
  })
})

test.describe('language', () => {
  for (const [locale, lang] of [
    ['es-MX', 'es'],
    ['en-US', 'en'],
    ['fr-FR', 'en'],
  ] as const) {
    test(`P-26 a ${locale} browser gets ${lang}`, async ({ openPage }) => {
      const page = await openPage({ locale })
      await page.goto('/')
      await expect(page.locator('html')).toHaveAttribute('lang', lang)
      await expect(page.getByRole('button', { name: texts[lang].signIn, exact: true })).toBeVisible()
      await expect(page.getByRole('button', { name: '한국어로 보시겠어요?' })).toBeHidden()
    })
  }

  test('P-26 a Korean browser gets English and the offer of Korean', async ({ openPage }) => {
    const page = await openPage({ locale: 'ko-KR' })
    await page.goto('/')
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await page.getByRole('button', { name: '한국어로 보시겠어요?' }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'ko')
    await expect(page.getByRole('button', { name: texts.ko.signIn, exact: true })).toBeVisible()
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('lang', 'ko')
  })

  test('P-25 RT-37 exactly three languages; a choice shows at once and is stored', async ({ page, makePerson }) => {
    const person = await makePerson({ stage: 'N' })
    await signInAs(page, person)
    await page.goto('/settings/language')
    await expect(page.getByRole('radio')).toHaveCount(3)
    for (const [name, lang, stored, home] of [
      ['Español', 'es', 'es-US', texts.es.home],
      ['한국어', 'ko', 'ko-KR', texts.ko.home],
      ['English', 'en', 'en-US', texts.en.home],
    ] as const) {
      await test.step(name, async () => {
        await page.getByText(name, { exact: true }).click()
        await expect(page.locator('html')).toHaveAttribute('lang', lang)
        await expect(page.getByRole('navigation').getByRole('link', { name: home, exact: true }).first()).toBeVisible()
        await expect.poll(async () => (await person.call('me')).lang).toBe(stored)
        expect(await page.evaluate(() => JSON.parse(localStorage.getItem('settings') ?? '{}').language)).toBe(stored)
      })
    }
  })
})

test('ST-01 GL-10 signing in on the screen leads home and greets by first name', async ({ page, makePerson }) => {
  const person = await makePerson({ stage: 'N' })
  await page.goto('/')
  await signIn(page, t, person)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Hi, ${person.fullName.split(' ')[0]}`)
  await expect(page.getByRole('link', { name: `Settings for ${person.fullName}` })).toHaveAttribute('href', '/settings')
})

test('GL-07 GL-08 GL-09 the header leads back, to the parent where nothing lies behind, and home; each screen has a title', async ({
  page,
  makePerson,
}) => {
  await signInAs(page, await makePerson({ stage: 'N' }))
  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
  await page.goto('/settings/language')
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(heading('Settings')).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'Puente, home' }).click()
  await expect(page).toHaveURL(/\/home$/)
  await page.goto('/movements')
  await page.getByRole('link', { name: /^Settings for / }).click()
  await expect(heading('Settings')).toBeVisible()
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(page).toHaveURL(/\/movements$/)

  const titles = new Set<string>()
  const screens = ['/home', '/movements', '/settings', '/settings/language', '/verify-user', '/deposit-now']
  for (const path of screens) {
    await page.goto(path)
    await expect(page).toHaveTitle(/ · Puente$/)
    titles.add(await page.title())
  }
  expect(titles.size).toBe(screens.length)
})
