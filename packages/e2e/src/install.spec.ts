/** The application on the home screen: banner, manifest, worker. */
import type { Page } from '@playwright/test'
import { balanceOn } from './steps/money.ts'
import { expectAccessible } from './support/axe.ts'
import { expect, signInAs, test } from './support/journey.ts'
import { texts } from './support/texts.ts'

const t = texts.en
const DAY_SECONDS = 86_400

test.describe('installation', () => {
  test.use({ serviceWorkers: 'allow' })

  const BANNER = 'Keep Puente close'

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

  test('P-29 P-30 C-28 the banner prompts, or rests for 15 days in a cookie that outlives signing out', async ({
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
    const session = await page.context().newCDPSession(page)
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
    await expect(page.getByRole('button', { name: t.signIn, exact: true })).toBeVisible()
  })
})
