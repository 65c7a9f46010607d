/** What is looked at on every screen: that it fits, speaks the language it should, and is without fault for axe. */
import type { Language } from '@puente/contract'
import type { BrowserContext, Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { expect } from './journey.ts'

/** The longest that is likely to stand on a screen. */
export const LONG_NAME = 'Maximiliana Guadalupe Hernández-Villaseñor de la Torre'

/** Nothing may stick out at the side: a phone would scroll sideways. */
const expectFits = async (page: Page) =>
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    `${page.url()} fits the width of the screen`,
  ).toBeLessThanOrEqual(0)

export const expectLanguage = (page: Page, language: Language): Promise<void> =>
  expect(page.locator('html')).toHaveAttribute('lang', language)

/**
 * The dark screens have the same elements, and the contrast of every pair of colours is tested beside the colours; which pairs
 * meet on a screen is looked over among all journeys.
 */
const SCHEMES = process.env.ALL_JOURNEYS ? (['light', 'dark'] as const) : (['light'] as const)

/** English with all rules; another language for what its words can break. */
export const checkIn = async (page: Page, language: Language): Promise<void> => {
  await expectLanguage(page, language)
  await expectFits(page)
  await expectAccessible(page, language === 'en' ? { schemes: SCHEMES } : { wordsOnly: true })
}

/** What is still loading is looked over once it is there. */
export const expectLoaded = (page: Page): Promise<void> => expect(page.locator('[aria-busy=true]')).toHaveCount(0)

export const goTo = async (page: Page, path: string): Promise<void> => {
  await page.goto(path)
  await expectLoaded(page)
}

/** The browser's own choice of a language, as its switch leaves it. */
export const chooseLanguage = (context: BrowserContext, language: Language): Promise<void> =>
  context.addCookies([{ name: '__Host-puente-lang', value: language, domain: 'localhost', path: '/', secure: true }])
