/** What may lie over any screen, or stand in its place. */
import type { Scene, Screen, Stage } from './scene.ts'
import { NOW, listed, maria, minsu, nothingListed } from './people.ts'

const filled: Scene = { me: maria, answers: { listTransactions: listed }, windowOnly: true }
const dialog = ({ page }: Stage) => page.getByRole('dialog').or(page.getByRole('alertdialog')).first().waitFor()
const MINUTE_MS = 60_000

export const shellScreens: readonly Screen[] = [
  {
    name: 'shell-transactions',
    address: '/home',
    states: {
      filled: {
        ...filled,
        act: async ({ page }) => {
          await page.locator('[data-sheet-toggle]:visible').click()
          await page.locator('#transactions-sheet').waitFor()
        },
      },
    },
  },
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
    name: 'shell-lock',
    address: '/home',
    states: {
      filled: { me: maria, refuses: { refreshSession: { code: 'sessionClosed', details: { reason: 'locked' } } } },
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
  { name: 'shell-not-found', address: '/no-such-place', states: { filled: {} } },
]
