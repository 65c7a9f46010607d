/** What may lie over any screen, or stand in its place. */
import type { Result } from '@puente/contract'
import type { Page } from '@playwright/test'
import type { Scene, Screen, Stage } from './scene.ts'
import { NOW, listed, maria, minsu, nothingListed } from './people.ts'

const filled: Scene = { me: maria, answers: { listTransactions: listed }, windowOnly: true }
const dialog = ({ page }: Stage) => page.getByRole('dialog').or(page.getByRole('alertdialog')).first().waitFor()
const MINUTE_MS = 60_000

/** The browser's offer to install. */
const offerInstall = ({ page }: Stage) =>
  page.evaluate(() => window.dispatchEvent(new Event('beforeinstallprompt', { cancelable: true })))

/** A new version that has arrived and waits for its turn. */
const updateWaits = (page: Page) =>
  page.addInitScript(() => {
    const deaf = { addEventListener: () => undefined }
    const waiting = { scriptURL: `${location.origin}/sw.js`, ...deaf }
    Object.assign(navigator.serviceWorker, { register: () => Promise.resolve({ waiting, ...deaf }) })
  })

/** The splash as it looks before any script has loaded; normally it fades out after two seconds. */
const splashStays = async (page: Page) => {
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.addInitScript(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('.splash { animation: none !important }')
    document.adoptedStyleSheets = [sheet]
  })
}

const locked = { code: 'sessionClosed', details: { reason: 'locked' } } as const

/** A list that no screen can show. */
const broken = { items: [null], last: null, end: true } as unknown as Result<'listTransactions'>

export const shellScreens: readonly Screen[] = [
  {
    name: 'shell-log-out',
    address: '/home',
    states: {
      filled: {
        ...filled,
        act: async (stage) => {
          await stage.page.getByRole('button', { name: stage.word('shell.header.logOut') }).click()
          await dialog(stage)
        },
      },
    },
  },
  {
    name: 'shell-kyc-dialog',
    address: '/home',
    states: {
      filled: {
        me: minsu,
        answers: { listTransactions: nothingListed },
        windowOnly: true,
        act: async (stage) => {
          await stage.page.locator('main nav button').first().click()
          await dialog(stage)
        },
      },
    },
  },
  {
    name: 'shell-inactivity',
    address: '/home',
    states: {
      filled: {
        ...filled,
        act: async (stage) => {
          await stage.page.locator('main h2').first().waitFor()
          await stage.page.clock.setFixedTime(NOW.getTime() + 10.5 * MINUTE_MS)
          await dialog(stage)
        },
      },
    },
  },
  {
    name: 'shell-terms',
    address: '/home',
    states: { filled: { ...filled, me: { ...maria, termsAccepted: false, tCAccepted: false }, act: dialog } },
  },
  {
    name: 'shell-lock',
    address: '/home',
    states: {
      filled: { me: maria, refuses: { refreshSession: locked } },
      refused: {
        me: maria,
        refuses: { refreshSession: locked, unlockSession: { code: 'invalidSignIn', details: { reason: 'password' } } },
        act: async ({ page }) => {
          await page.locator('[name="password"]').fill('Verde-Luna-41')
          await page.locator('form [type="submit"]').click()
          await page.locator('[aria-invalid="true"]').waitFor()
        },
      },
    },
  },
  {
    name: 'shell-offline',
    address: '/home',
    states: {
      filled: {
        ...filled,
        act: async (stage) => {
          await stage.page.locator('main h2').first().waitFor()
          await stage.page.context().setOffline(true)
          await stage.page.getByRole('button', { name: stage.word('shell.offline.retry') }).waitFor()
        },
      },
    },
  },
  { name: 'shell-not-found', address: '/no-such-place', states: { filled: {}, empty: { me: maria } } },
  { name: 'shell-error', address: '/home', states: { refused: { me: maria, answers: { listTransactions: broken } } } },
  { name: 'shell-install', address: '/home', states: { filled: { ...filled, act: offerInstall } } },
  { name: 'shell-update', address: '/home', states: { filled: { ...filled, before: updateWaits } } },
  {
    name: 'shell-splash',
    address: '/',
    states: {
      filled: { splash: true, windowOnly: true, before: splashStays },
    },
  },
]
