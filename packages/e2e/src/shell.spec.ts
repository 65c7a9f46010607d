/** What stands around the screens: splash, network, inactivity, log-out, language, installation, the end of a session. */
import type { CDPSession, Page } from '@playwright/test'
import { signIn } from './steps/account.ts'
import { balanceOn } from './steps/money.ts'
import { expectAccessible } from './support/axe.ts'
import { expect, signInAs, test } from './support/journey.ts'
import { asPerson, newIdentity } from './support/people.ts'
import { appUrl } from './support/places.ts'
import { call } from './support/server.ts'
import { texts } from './support/texts.ts'

const t = texts.en
const MINUTE = 60_000
const DAY_SECONDS = 86_400

const splashOf = (page: Page) => page.locator('[data-splash]')

/** A clock that the test moves, from the first script on. */
const takeClock = (page: Page) => page.clock.install({ time: new Date() })

test.describe('the splash', () => {
  test.use({ splash: true })

  test('GL-01 covers a start for about two seconds', async ({ page }) => {
    await page.clock.install({ time: new Date() })
    await page.clock.pauseAt(new Date(Date.now() + MINUTE))
    await page.goto('/')
    await page.clock.runFor(1400)
    await expect(splashOf(page).first()).toBeVisible()
    await page.clock.runFor(1100)
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
  test('GL-03 MSG-15 without one the offline screen covers the route, and Try Again comes back to it', async ({
    page,
    context,
    makePerson,
  }) => {
    await signInAs(page, await makePerson({ stage: 'N' }))
    await page.goto('/settings')
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
    const title = page.getByRole('heading', { name: t.offlineTitle, exact: true })
    // The browser says that it is offline; whether that is so is found out by asking.
    await context.setOffline(true)
    await expect(title).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: t.tryAgain, exact: true }).click()
    await expect(page.getByText('Still no connection')).toBeVisible()
    await page.route('**/api/health', (route) => route.abort())
    await context.setOffline(false)
    await expect(title).toBeVisible()
    await page.unroute('**/api/health')
    await page.getByRole('button', { name: t.tryAgain, exact: true }).click()
    await expect(title).toBeHidden()
    await expect(page).toHaveURL(/\/settings$/)
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  })

  test('MSG-15 the offline screen speaks Spanish and Korean', async ({ page, context }) => {
    await page.goto('/')
    for (const language of ['es', 'ko'] as const) {
      await test.step(language, async () => {
        await page.getByRole('combobox').selectOption(language)
        await expect(page.locator('html')).toHaveAttribute('lang', language)
        await context.setOffline(true)
        await expect(page.getByRole('heading', { name: texts[language].offlineTitle, exact: true })).toBeVisible()
        await expect(page.getByRole('button', { name: texts[language].tryAgain, exact: true })).toBeVisible()
        await context.setOffline(false)
        await expect(page.getByRole('alertdialog')).toBeHidden()
      })
    }
  })
})

test.describe('inactivity', () => {
  const question = (page: Page) => page.getByRole('dialog', { name: 'Are you there?' })
  const secondsOn = async (page: Page) => Number.parseInt((await page.getByRole('timer').textContent()) ?? '', 10)

  test('GL-04 GL-05 GL-06 it asks after ten minutes, counts down, and staying answers for every tab', async ({
    page,
    context,
    makePerson,
  }) => {
    await signInAs(page, await makePerson({ stage: 'N' }))
    await takeClock(page)
    const second = await context.newPage()
    for (const tab of [page, second]) {
      await tab.goto('/home')
      await expect(balanceOn(tab)).toBeVisible()
    }
    await page.clock.fastForward(10 * MINUTE)
    await expect(question(page)).toBeVisible()
    await expect(question(second)).toBeVisible()
    await expectAccessible(page)
    const before = await secondsOn(page)
    expect(before).toBeGreaterThan(100)
    await page.clock.runFor(5000)
    expect(await secondsOn(page)).toBeLessThanOrEqual(before - 5)
    await page.getByRole('button', { name: "I'm here" }).click()
    await expect(question(page)).toBeHidden()
    await expect(question(second)).toBeHidden()
    await expect(balanceOn(page)).toBeVisible()
  })

  test('GL-06 its log-out button signs out at once', async ({ page, makePerson }) => {
    await signInAs(page, await makePerson({ stage: 'N' }))
    await takeClock(page)
    await page.goto('/home')
    await expect(balanceOn(page)).toBeVisible()
    await page.clock.fastForward(10 * MINUTE)
    await question(page).getByRole('button', { name: 'Log out' }).click()
    await expect(page).toHaveURL(/\/sign-in$/)
  })

  test('ST-23 ST-25 at zero the session ends here, on the server and in other tabs, and is noted once', async ({
    page,
    context,
    makePerson,
  }) => {
    await signInAs(page, await makePerson({ stage: 'N' }))
    await takeClock(page)
    const second = await context.newPage()
    const noted: string[] = []
    context.on('request', (request) => {
      const body = request.postData() ?? ''
      if (body.includes('logout_inactivityTracker')) noted.push(body)
    })
    for (const tab of [page, second]) {
      await tab.goto('/home')
      await expect(balanceOn(tab)).toBeVisible()
    }
    const cookie = (await context.cookies()).find(({ name }) => name === '__Host-puente')
    await page.clock.fastForward(12 * MINUTE)
    for (const tab of [page, second]) {
      await expect(tab).toHaveURL(/\/sign-in$/)
    }
    await expect(page.getByText('You were signed out because nobody was there')).toBeVisible()
    await expect.poll(() => noted.length).toBe(1)
    await expect
      .poll(async () => {
        const answer = await fetch(`${appUrl}/api/auth/session/refresh`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', Cookie: `${cookie?.name}=${cookie?.value}` },
          body: '{}',
        })
        return ((await answer.json()) as { code?: string }).code
      })
      .toBe('sessionClosed')
  })

  test('ST-24 a tab that was hidden past the limit shows nothing private on return', async ({ page, makePerson }) => {
    await signInAs(page, await makePerson({ stage: 'N' }))
    await takeClock(page)
    await page.goto('/home')
    await expect(balanceOn(page)).toBeVisible()
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { get: () => 'hidden', configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    })
    // The machine slept: the time has passed, no timer has run.
    await page.clock.setFixedTime(new Date(Date.now() + 13 * MINUTE))
    const left = await page.evaluate(async () => {
      Reflect.deleteProperty(document, 'visibilityState')
      document.dispatchEvent(new Event('visibilitychange'))
      await new Promise<void>((resolve) => queueMicrotask(resolve))
      return document.querySelectorAll('[data-testid=balance]').length
    })
    expect(left).toBeLessThanOrEqual(1)
    await expect(page).toHaveURL(/\/sign-in$/)
    await expect(balanceOn(page)).toHaveCount(0)
  })
})

test.describe('logging out', () => {
  const openDialog = async (page: Page) => {
    await page.getByRole('banner').getByRole('button', { name: 'Log out' }).click()
    return page.getByRole('dialog', { name: 'Do you want to log out?' })
  }

  test(
    'GL-12 GL-13 GL-14 RT-09 ST-03 it asks, waits three seconds and leaves nothing behind',
    { tag: '@desktop' },
    async ({ page, context, makePerson }) => {
      const person = await makePerson({ stage: 'V', cents: 43_21 })
      await signInAs(page, person)
      await takeClock(page)
      let bearer = ''
      page.on('request', (request) => {
        bearer = request.headers()['authorization']?.replace('Bearer ', '') ?? bearer
      })
      await page.goto('/home')
      await expect(balanceOn(page)).toHaveText('$43.21')
      const dialog = await openDialog(page)
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await expect(dialog).toBeHidden()
      await expect(balanceOn(page)).toBeVisible()

      await page.getByRole('link', { name: `Settings of ${person.fullName}` }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
      await openDialog(page)
      const answered = page.waitForResponse((response) => response.url().endsWith('/api/auth/logout'))
      await page.clock.pauseAt(new Date(Date.now() + MINUTE))
      await dialog.getByRole('button', { name: 'Log out' }).click()
      await page.clock.runFor(2400)
      await expect(page).toHaveURL(/\/settings$/)
      await page.clock.runFor(1000)
      await expect(page).toHaveURL(/\/sign-in$/)
      await page.clock.resume()
      expect(await (await answered).headerValue('clear-site-data')).toContain('storage')
      await expect(call('me', undefined, { bearer })).rejects.toMatchObject({ code: 'sessionClosed' })

      const kept = await page.evaluate(async () => ({
        local: localStorage.length,
        session: sessionStorage.length,
        databases: (await indexedDB.databases()).length,
        answers: (
          await Promise.all(
            (await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)),
          )
        )
          .flat()
          .filter((url) => /\/api\/|\/files\//.test(url)),
      }))
      expect(kept).toEqual({ local: 0, session: 0, databases: 0, answers: [] })
      expect((await context.cookies()).filter(({ name }) => name === '__Host-puente')).toEqual([])
      await page.goBack()
      await expect(page).toHaveURL(/\/\?redirect=%2Fhome$/)
      await expect(page.getByLabel(t.email, { exact: true })).toBeVisible()
      await expect(page.locator('body')).not.toContainText(person.fullName)
      await expect(page.locator('body')).not.toContainText('43.21')
    },
  )

  test('EU-02 signing out in one tab signs out the others', async ({ page, context, makePerson }) => {
    await signInAs(page, await makePerson({ stage: 'N' }))
    await page.goto('/home')
    const second = await context.newPage()
    await second.goto('/settings')
    await expect(second.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
    await (await openDialog(page)).getByRole('button', { name: 'Log out' }).click()
    await expect(page).toHaveURL(/\/sign-in$/)
    await expect(second).toHaveURL(/\/sign-in$/)
  })
})

test('ST-04 EM-05 a session ended on the server signs an open tab out within three seconds and says why', async ({
  page,
  makePerson,
}) => {
  const person = await makePerson({ stage: 'N' })
  await signInAs(page, person)
  await page.goto('/home')
  await expect(balanceOn(page)).toBeVisible()
  // Five sessions are open at most: the oldest give way.
  for (let more = 0; more < 5; more += 1) {
    await asPerson(person)
  }
  await expect(page).toHaveURL(/\/sign-in$/, { timeout: 3000 })
  await expect(page.getByRole('alert')).toContainText('signed in on another device')
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
      await expect(page.getByRole('button', { name: texts[lang].signIn })).toBeVisible()
      await expect(page.getByRole('button', { name: '한국어로 보시겠어요?' })).toBeHidden()
    })
  }

  test('P-26 a Korean browser gets English and the offer of Korean', async ({ openPage }) => {
    const page = await openPage({ locale: 'ko-KR' })
    await page.goto('/')
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await page.getByRole('button', { name: '한국어로 보시겠어요?' }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'ko')
    await expect(page.getByRole('button', { name: texts.ko.signIn })).toBeVisible()
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('lang', 'ko')
  })

  test('P-25 P-27 RT-37 exactly three languages; a choice shows at once and is stored', async ({
    page,
    makePerson,
  }) => {
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

  test('P-27 who names no language has en-US', async () => {
    const identity = newIdentity()
    const { email, password, fullName } = identity
    await call('signUp', { email, password, fullName, business: false })
    expect((await (await asPerson(identity)).call('me')).lang).toBe('en-US')
  })
})

test.describe('installation', () => {
  const BANNER = 'Keep Puente at hand'

  const offerInstall = (page: Page) =>
    page.evaluate(() => {
      const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
        prompt: () => {
          document.documentElement.dataset.prompted = ''
          return Promise.resolve()
        },
      })
      window.dispatchEvent(offer)
    })

  test('P-29 P-30 the banner prompts, or rests for 15 days in a cookie that outlives signing out', async ({
    page,
    context,
    makePerson,
  }) => {
    await signInAs(page, await makePerson({ stage: 'N' }))
    await page.goto('/home')
    await expect(balanceOn(page)).toBeVisible()
    const banner = page.getByRole('region', { name: BANNER })
    await offerInstall(page)
    await expectAccessible(page)
    await banner.getByRole('button', { name: 'Install' }).click()
    await expect(page.locator('html')).toHaveAttribute('data-prompted', '')
    await expect(banner).toBeHidden()

    await offerInstall(page)
    await banner.getByRole('button', { name: 'Not now' }).click()
    const isDismissal = ({ name }: { name: string }) => name === '__Host-puente-install'
    const dismissal = (await context.cookies()).find(isDismissal)
    const days = ((dismissal?.expires ?? 0) - Date.now() / 1000) / DAY_SECONDS
    expect(Math.abs(days - 15)).toBeLessThan(0.1)
    await offerInstall(page)
    await expect(banner).toBeHidden()

    await page.getByRole('banner').getByRole('button', { name: 'Log out' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click()
    await expect(page).toHaveURL(/\/sign-in$/)
    expect((await context.cookies()).some(isDismissal)).toBe(true)
    // What the browser does when the 15 days are over.
    await context.clearCookies({ name: '__Host-puente-install' })
    await offerInstall(page)
    await expect(banner).toBeVisible()
  })

  test('P-28 the manifest is complete and the browser would install it', async ({ page, request }) => {
    const manifest = (await (await request.get('/manifest.webmanifest')).json()) as {
      name: string
      start_url: string
      display: string
      icons: { src: string; sizes: string; purpose: string }[]
    }
    expect(manifest).toMatchObject({ name: 'Puente', start_url: '/home', display: 'standalone' })
    const wanted = [
      ['192x192', 'any'],
      ['512x512', 'any'],
      ['512x512', 'maskable'],
    ]
    expect(manifest.icons.map(({ sizes, purpose }) => [sizes, purpose])).toEqual(wanted)
    for (const { src } of manifest.icons) {
      expect((await request.get(src)).headers()['content-type']).toBe('image/png')
    }
    await page.goto('/')
    const session: CDPSession = await page.context().newCDPSession(page)
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
    // Test browsers are incognito, where nothing can be installed.
    expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
  })

  test('P-28 the worker keeps the shell, so that an offline start shows the offline screen', async ({
    page,
    context,
  }) => {
    await page.goto('/')
    const cached = await page.evaluate(async () => {
      await navigator.serviceWorker.ready
      const names = await caches.keys()
      const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
      return keys.flat().map(({ url }) => new URL(url).pathname)
    })
    expect(cached).toContain('/index.html')
    expect(cached.filter((path) => path.startsWith('/assets/')).length).toBeGreaterThan(10)
    expect(cached.filter((path) => /^\/(api|files)\//.test(path))).toEqual([])
    await context.setOffline(true)
    await page.reload()
    await expect(page.getByRole('heading', { name: t.offlineTitle, exact: true })).toBeVisible()
    await page.goto('/movements')
    await expect(page.getByRole('heading', { name: t.offlineTitle, exact: true })).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByRole('button', { name: t.signIn })).toBeVisible()
  })
})

test('ST-01 GL-10 signing in on the screen leads home and greets by first name', async ({ page, makePerson }) => {
  const person = await makePerson({ stage: 'N' })
  await page.goto('/')
  await signIn(page, t, person)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Hello, ${person.fullName.split(' ')[0]}`)
  await expect(page.getByRole('link', { name: `Settings of ${person.fullName}` })).toHaveAttribute('href', '/settings')
})
