/** A session whose owner went away to pay: locked instead of ended, and open again with the password. */
import type { Page } from '@playwright/test'
import { LANGUAGES, type Language } from '@puente/contract'
import { balanceOn, payButton, payWith, reviewSend, sendButton, startDeposit } from './steps/money.ts'
import { expectAccessible } from './support/axe.ts'
import { expect, signInAs, test } from './support/journey.ts'
import { chooseLanguage } from './support/look.ts'
import { asPerson, type Person } from './support/people.ts'
import { appUrl } from './support/places.ts'
import { texts } from './support/texts.ts'

const t = texts.en
const MINUTE = 60_000

/** The words of the lock screen. */
const LOCKED: Record<Language, string> = {
  en: 'Your session is locked',
  es: 'Tu sesión está bloqueada',
  ko: '화면이 잠겨 있어요',
}

const lockScreen = (page: Page, language: Language = 'en') =>
  page.getByRole('heading', { level: 1, name: LOCKED[language] })

const unlockWith = async (page: Page, password: string) => {
  await page.getByLabel(t.password, { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Unlock' }).click()
}

/** Signs in under a clock that the test moves, and goes off to pay in a tab of its own. */
const payOutside = async (page: Page, person: Person): Promise<Page> => {
  await signInAs(page, person)
  await page.clock.install({ time: new Date() })
  const paying = await page.context().newPage()
  await paying.goto('/deposit-now')
  await startDeposit(paying, t, '20')
  await page.bringToFront()
  return paying
}

const usageEvents = (page: Page): string[] => {
  const seen: string[] = []
  page.context().on('request', (request) => {
    if (request.url().endsWith('/api/events')) seen.push(request.postData() ?? '')
  })
  return seen
}

test('while a payment is open outside the session locks instead of ending; a wrong password opens nothing', async ({
  page,
  makePerson,
}) => {
  const person = await makePerson({ stage: 'V', cents: 43_21 })
  await person.call('changePreferences', { analytics: true })
  await payOutside(page, person)
  const events = usageEvents(page)
  await page.goto('/home')
  await expect(balanceOn(page)).toHaveText('$43.21')
  await page.clock.fastForward(12 * MINUTE)
  await expect(lockScreen(page)).toBeVisible()
  await expect(page.locator('body')).not.toContainText(person.fullName)
  await expect(page.locator('body')).not.toContainText('43.21')
  // The server has locked it too: a reload gets no further.
  await page.reload()
  await expect(lockScreen(page)).toBeVisible()

  await unlockWith(page, 'Not The Password 1')
  await expect(page.getByLabel(t.password, { exact: true })).toHaveAccessibleDescription(new RegExp(t.notYourPassword))
  await expect(lockScreen(page)).toBeVisible()
  await unlockWith(page, person.password)
  await expect(balanceOn(page)).toHaveText('$43.21')
  expect(events.filter((body) => body.includes('logout_inactivityTracker'))).toEqual([])
})

test(
  'the way back from the payment page asks for the password, shows the result, and opens the other tab',
  { tag: '@long' },
  async ({ page, makePerson }) => {
    const person = await makePerson({ stage: 'V' })
    const paying = await payOutside(page, person)
    await page.goto('/home')
    await expect(balanceOn(page)).toBeVisible()
    await page.clock.fastForward(12 * MINUTE)
    await expect(lockScreen(page)).toBeVisible()
    await payWith(paying, '4242')
    await expect(lockScreen(paying)).toBeVisible()
    await unlockWith(paying, person.password)
    await expect(paying.getByText(t.moneyAdded)).toBeVisible()
    await expect(balanceOn(page)).toBeVisible()
    expect(await person.balance()).toBe(20_00)
  },
)

test(
  'the step of a payment goes on after unlocking with what was entered, and moves money once',
  { tag: '@long' },
  async ({ page, context, makePerson }) => {
    const [sender, receiver] = await Promise.all([makePerson({ cents: 50_00 }), makePerson({ stage: 'V' })])
    await payOutside(page, sender)
    await page.goto('/payments/send/puente')
    await reviewSend(page, t, receiver, '12.34')
    await expect(sendButton(page)).toContainText('$12.34')
    const second = await context.newPage()
    await second.goto('/movements')
    await expect(second.getByRole('heading', { level: 1 })).toBeVisible()

    await page.clock.fastForward(12 * MINUTE)
    await expect(lockScreen(page)).toBeVisible()
    await expect(lockScreen(second)).toBeVisible()
    await expect(page.locator('body')).not.toContainText(receiver.fullName)
    await unlockWith(page, sender.password)
    await expect(page).toHaveURL(/\/payments\/send\/puente\/detail$/)
    await expect(page.getByText(receiver.fullName).first()).toBeVisible()
    await expect(second).toHaveURL(`${appUrl}/movements`)
    await expect(lockScreen(second)).toBeHidden()

    await sendButton(page).click()
    await expect(page).toHaveURL(/\/success$/)
    expect(await sender.balance()).toBe(50_00 - 12_34)
    expect(await receiver.balance()).toBe(12_34)
  },
)

/** The tab goes out of sight, and nothing of it reaches the server any more: the screen may not wait for that. */
const hideTab = async (page: Page) => {
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { get: () => 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await page.route('**/api/**', () => undefined)
}

/** It is seen again; answers how many balances stand there a frame later. */
const seeTabAgain = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    Reflect.deleteProperty(document, 'visibilityState')
    document.dispatchEvent(new Event('visibilitychange'))
    await new Promise((resolve) => requestAnimationFrame(resolve))
    return document.querySelectorAll('[data-testid=balance]').length
  })

test('ST-24 a tab that was hidden for twelve minutes is signed out on return before anything private paints; with a payment by Zelle open it is locked, and goes on after unlocking', async ({
  page,
  makePerson,
}) => {
  const person = await makePerson({ stage: 'V', cents: 43_21 })
  await signInAs(page, person)
  await page.clock.install({ time: new Date() })
  await page.goto('/home')
  await expect(balanceOn(page)).toHaveText('$43.21')
  await hideTab(page)
  await page.clock.setFixedTime(new Date(Date.now() + 13 * MINUTE))
  expect(await seeTabAgain(page)).toBe(0)
  await expect(page.locator('body')).not.toContainText('43.21')
  await page.unroute('**/api/**')
  await expect(page).toHaveURL(/\/sign-in$/)

  const paying = await page.context().newPage()
  await signInAs(paying, person)
  await paying.clock.install({ time: new Date() })
  await paying.goto('/deposit-now')
  await paying.getByText('Zelle', { exact: true }).click()
  await paying.getByLabel(t.amountToAdd).fill('20')
  await payButton(paying, t).click()
  await expect(paying).toHaveURL(/\/payments\/zelle/)
  await expect(paying.getByText('20.00').first()).toBeVisible()
  const place = new URL(paying.url()).pathname
  await paying.clock.fastForward(12 * MINUTE)
  await expect(lockScreen(paying)).toBeVisible()
  await expect(paying.locator('body')).not.toContainText(person.fullName)
  await unlockWith(paying, person.password)
  await expect(lockScreen(paying)).toBeHidden()
  await expect(paying).toHaveURL(new RegExp(`${place}$`))
  await expect(paying.getByText('20.00').first()).toBeVisible()
})

test(
  'a hidden tab with a payment open outside shows nothing private on return',
  { tag: '@long' },
  async ({ page, makePerson }) => {
    await payOutside(page, await makePerson({ stage: 'V' }))
    await page.goto('/home')
    await expect(balanceOn(page)).toBeVisible()
    await hideTab(page)
    await page.clock.setFixedTime(new Date(Date.now() + 13 * MINUTE))
    expect(await seeTabAgain(page)).toBe(0)
    await expect(lockScreen(page)).toBeVisible()
  },
)

test(
  'a locked session that was closed meanwhile leads to the sign-in screen, which says why',
  { tag: '@long' },
  async ({ page, makePerson }) => {
    const person = await makePerson({ stage: 'V' })
    await payOutside(page, person)
    await page.goto('/home')
    await expect(balanceOn(page)).toBeVisible()
    await page.clock.fastForward(12 * MINUTE)
    await expect(lockScreen(page)).toBeVisible()
    // Five sessions are open at most: the oldest give way.
    for (let more = 0; more < 5; more += 1) await asPerson(person)
    await unlockWith(page, person.password)
    await expect(page.getByRole('alert')).toContainText('You logged in on another one')
    await expect(page).toHaveURL(/\/sign-in$/)
  },
)

test(
  'the lock screen is without fault in every language and in both colours',
  { tag: '@long' },
  async ({ page, context, makePerson }) => {
    await payOutside(page, await makePerson({ stage: 'V' }))
    await page.goto('/home')
    await expect(balanceOn(page)).toBeVisible()
    await page.clock.fastForward(12 * MINUTE)
    for (const language of LANGUAGES) {
      await test.step(language, async () => {
        await chooseLanguage(context, language)
        await page.reload()
        await expect(lockScreen(page, language)).toBeVisible()
        // Another language has other words and the same colours.
        await expectAccessible(page, language === 'en' ? { schemes: ['light', 'dark'] } : { wordsOnly: true })
      })
    }
  },
)
