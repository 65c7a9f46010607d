/** How a session ends: unattended, by hand, in another tab, on the server. */
import type { Page } from '@playwright/test'
import { balanceOn } from './steps/money.ts'
import { expectAccessible } from './support/axe.ts'
import { expect, signInAs, test } from './support/journey.ts'
import { asPerson } from './support/people.ts'
import { appUrl } from './support/places.ts'
import { SESSION_COOKIE, call } from './support/server.ts'
import { texts } from './support/texts.ts'

const t = texts.en
const MINUTE = 60_000

/** A clock that the test moves, from the first script on. */
const takeClock = (page: Page) => page.clock.install({ time: new Date() })

/** From now on, all that alerts of the page say, however briefly. */
const listenTo = async (page: Page): Promise<() => Promise<string>> => {
  const heard = await page.evaluateHandle(() => {
    const texts = new Set<string>()
    const listen = () => {
      for (const { textContent } of document.querySelectorAll('[role=alert]')) texts.add(textContent)
    }
    new MutationObserver(listen).observe(document.body, { subtree: true, childList: true, characterData: true })
    return texts
  })
  return () => heard.evaluate((texts) => [...texts].join('\n'))
}

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
    await page.bringToFront()
    await page.clock.fastForward(10 * MINUTE)
    await expect(question(page)).toBeVisible()
    await expect(question(second)).toBeVisible()
    await expectAccessible(page)
    const before = await secondsOn(page)
    expect(before).toBeGreaterThan(100)
    await page.clock.runFor(5000)
    // The screen follows the clock by a moment, and the clock itself would take five seconds.
    await expect.poll(() => secondsOn(page), { timeout: 2_000 }).toBeLessThanOrEqual(before - 5)
    await page.getByRole('button', { name: "I'm here" }).click()
    await expect(question(page)).toBeHidden()
    await expect(question(second)).toBeHidden()
    await expect(balanceOn(page)).toBeVisible()
  })

  test('GL-06 its log-out button signs out at once', { tag: '@long' }, async ({ page, makePerson }) => {
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
    const person = await makePerson({ stage: 'N' })
    await person.call('changePreferences', { analytics: true })
    await signInAs(page, person)
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
    const cookie = (await context.cookies()).find(({ name }) => name === SESSION_COOKIE)
    // The tabs' clocks do not jump together. A tab that learns of the end from the other one before its own clock jumps
    // shows the notice for an instant only.
    const said = await listenTo(page)
    await page.clock.fastForward(12 * MINUTE)
    await expect.poll(said).toContain('We logged you out because you were away for a while')
    for (const tab of [page, second]) {
      await expect(tab).toHaveURL(/\/sign-in$/)
    }
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

  test(
    'a tab that was hidden past the limit shows nothing private on return',
    { tag: '@long' },
    async ({ page, makePerson }) => {
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
      const privateAFrameLater = await page.evaluate(async () => {
        Reflect.deleteProperty(document, 'visibilityState')
        document.dispatchEvent(new Event('visibilitychange'))
        await new Promise((resolve) => requestAnimationFrame(resolve))
        return document.querySelectorAll('[data-testid=balance]').length
      })
      expect(privateAFrameLater).toBe(0)
      await expect(page).toHaveURL(/\/sign-in$/)
      await expect(balanceOn(page)).toHaveCount(0)
    },
  )
})

test.describe('logging out', () => {
  // What the worker keeps must go too.
  test.use({ serviceWorkers: 'allow' })

  const openDialog = async (page: Page) => {
    await page.getByRole('banner').getByRole('button', { name: 'Log out' }).click()
    return page.getByRole('dialog', { name: 'Log out?' })
  }

  test(
    'C-27 GL-12 GL-13 GL-14 RT-09 ST-03 it asks, waits three seconds and leaves nothing behind',
    { tag: '@desktop-long' },
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

      await page.getByRole('link', { name: `Settings for ${person.fullName}` }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
      await openDialog(page)
      const stays = ['__Host-puente-lang', '__Host-puente-install'].map((name) => ({ name, value: 'en' }))
      await context.addCookies(stays.map((cookie) => ({ ...cookie, domain: 'localhost', path: '/', secure: true })))
      const answered = page.waitForResponse((response) => response.url().endsWith('/api/auth/logout'))
      await page.clock.pauseAt(new Date(Date.now() + MINUTE))
      await dialog.getByRole('button', { name: 'Log out' }).click()
      // The session ends at once; the screen stays to say so.
      expect(await (await answered).headerValue('clear-site-data')).toContain('storage')
      await expect(call('me', undefined, { headers: { Authorization: `Bearer ${bearer}` } })).rejects.toMatchObject({
        code: 'sessionClosed',
      })
      await page.clock.runFor(2400)
      await expect(page).toHaveURL(/\/settings$/)
      await expect(dialog).toBeVisible()
      await page.clock.runFor(1000)
      await expect(page).toHaveURL(/\/sign-in$/)
      await page.clock.resume()

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
      const cookies = (await context.cookies()).map(({ name }) => name)
      expect(cookies).not.toContain(SESSION_COOKIE)
      expect(cookies).toEqual(expect.arrayContaining(stays.map(({ name }) => name)))
      await page.goBack()
      await expect(page).toHaveURL(/\/\?redirect=%2Fhome$/)
      await expect(page.getByLabel(t.email, { exact: true })).toBeVisible()
      await expect(page.locator('body')).not.toContainText(person.fullName)
      await expect(page.locator('body')).not.toContainText('43.21')
    },
  )

  test(
    'ST-03 without a connection the browser forgets all the same, and the server learns of it at the next start',
    { tag: '@long' },
    async ({ page, context, makePerson }) => {
      const person = await makePerson({ stage: 'V', cents: 43_21 })
      await signInAs(page, person)
      await page.goto('/home')
      await expect(balanceOn(page)).toBeVisible()
      await page.route('**/api/auth/logout', (route) => route.abort())
      await (await openDialog(page)).getByRole('button', { name: 'Log out' }).click()
      await expect(page).toHaveURL(/\/sign-in$/)
      await expect(page.locator('body')).not.toContainText(person.fullName)
      // The cookie is still there but unused: an anonymous mark says that a sign-out is pending.
      expect(await page.evaluate(() => [...Object.entries(localStorage), ...Object.entries(sessionStorage)])).toEqual([
        ['session', 'left'],
      ])
      await page.goto('/home')
      await expect(page).toHaveURL(/\/\?redirect=%2Fhome$/)

      await page.unroute('**/api/auth/logout')
      const told = page.waitForResponse((response) => response.url().endsWith('/api/auth/logout'))
      await page.reload()
      expect((await told).ok()).toBe(true)
      await expect.poll(() => page.evaluate(() => localStorage.length)).toBe(0)
      expect((await context.cookies()).filter(({ name }) => name === SESSION_COOKIE)).toEqual([])
    },
  )

  test('EU-02 signing out in one tab signs out the others', async ({ page, context, makePerson }) => {
    await signInAs(page, await makePerson({ stage: 'N' }))
    await page.goto('/home')
    const second = await context.newPage()
    await second.goto('/settings')
    await expect(second.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
    await page.bringToFront()
    await (await openDialog(page)).getByRole('button', { name: 'Log out' }).click()
    await expect(page).toHaveURL(/\/sign-in$/)
    await expect(second).toHaveURL(/\/sign-in$/)
  })
})

test('ST-04 EM-05 a session ended on the server signs an open tab out within three seconds and says why, until that was read', async ({
  page,
  makePerson,
}) => {
  const person = await makePerson({ stage: 'N' })
  await signInAs(page, person)
  await takeClock(page)
  await page.goto('/home')
  await expect(balanceOn(page)).toBeVisible()
  // Five sessions are open at most: the oldest give way.
  for (let more = 0; more < 5; more += 1) {
    await asPerson(person)
  }
  await expect(page).toHaveURL(/\/sign-in$/, { timeout: 3000 })
  const notice = page.getByRole('alert')
  await expect(notice).toContainText('You logged in on another one')
  // Whoever comes back to the device later reads it, too.
  await page.clock.fastForward(MINUTE)
  await expect(notice).toBeVisible()
  await notice.getByRole('button', { name: 'Dismiss' }).click()
  await expect(notice).toBeHidden()
})
