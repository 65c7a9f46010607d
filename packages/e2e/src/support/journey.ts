/** What every journey starts with: browsers without a splash, people, and an eye on what goes wrong unseen. */
import { test as base, expect, type BrowserContextOptions, type Page } from '@playwright/test'
import { peopleMaker, type Identity, type MakePerson } from './people.ts'
import { drawPhoto } from './photo.ts'
import { appUrl } from './places.ts'
import { SESSION_COOKIE, call, openSession } from './server.ts'

type Given = {
  /** Whether the splash covers each start, as it does for people. Its two seconds are a test of their own. */
  splash: boolean
  /** Opens a separate browser context, for another person or with other settings. */
  openPage: (options?: BrowserContextOptions) => Promise<Page>
  /** What pages threw or the browser refused, of all pages of the test; it must stay empty. */
  troubles: string[]
}
type GivenOnce = { photo: Buffer; makePerson: MakePerson }

const hideSplash = () => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('[data-splash] { display: none }')
  document.adoptedStyleSheets = [sheet]
}

export const test = base.extend<Given, GivenOnce>({
  photo: [async ({ browser }, use) => use(await drawPhoto(browser)), { scope: 'worker' }],
  makePerson: [async ({ photo }, use) => use(peopleMaker(photo)), { scope: 'worker' }],
  splash: [false, { option: true }],
  troubles: async ({}, use) => {
    const troubles: string[] = []
    await use(troubles)
    expect(troubles).toEqual([])
  },
  context: async ({ context, splash, troubles }, use) => {
    if (!splash) await context.addInitScript(hideSplash)
    context.on('weberror', (error) => troubles.push(String(error.error())))
    context.on('console', (message) => {
      if (/Content Security Policy|TrustedScript/.test(message.text())) troubles.push(message.text())
    })
    await use(context)
  },
  openPage: async ({ browser, splash, troubles }, use) => {
    const opened: Page[] = []
    await use(async (options) => {
      const context = await browser.newContext(options)
      if (!splash) await context.addInitScript(hideSplash)
      context.on('weberror', (error) => troubles.push(String(error.error())))
      const page = await context.newPage()
      opened.push(page)
      return page
    })
    await Promise.all(opened.map((page) => page.context().close()))
  },
})

export { expect }

/** Whether this is the project of the wide screen, which says in English what the phone says in every language. */
export const isWide = (): boolean => test.info().project.name === 'desktop'

/** Gives a fresh browser context this person's session, as signing in there would. */
export const signInAs = async (page: Page, { email, password }: Identity): Promise<void> => {
  const { token } = await call('signIn', { email, password })
  const { cookie } = await openSession(token)
  await page.context().setStorageState({
    cookies: [
      {
        name: SESSION_COOKIE,
        value: cookie,
        domain: 'localhost',
        path: '/',
        expires: -1,
        httpOnly: true,
        secure: true,
        sameSite: 'Strict',
      },
    ],
    origins: [{ origin: appUrl, localStorage: [{ name: 'session', value: '1' }] }],
  })
}
