/** Every screen a journey comes to is looked over by axe, light and dark, and must be without fault. */
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Nothing moves while it is looked at: half-faded text has no true contrast. */
const atRest = (page: Page): Promise<unknown> =>
  page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((one) => one.effect?.getComputedTiming().endTime !== Infinity)
        .map((one) => one.finished.catch(() => undefined)),
    ),
  )

/** All rules for the first look; another scheme changes colours and nothing else. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

const faultsOf = async (page: Page, isFirst: boolean): Promise<string[]> => {
  await atRest(page)
  const axe = new AxeBuilder({ page })
  const { violations } = await (isFirst ? axe : axe.withRules(COLOUR_RULES)).analyze()
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}\n  ${node.html}\n  ${node.failureSummary ?? ''}`),
  )
}

/** Fails with what is wrong, by element, unless the screen is without fault in the given colours. */
export const expectAccessible = async (
  page: Page,
  { schemes = ['light'] }: { schemes?: readonly ('light' | 'dark')[] } = {},
): Promise<void> => {
  for (const [place, colorScheme] of schemes.entries()) {
    await page.emulateMedia({ colorScheme })
    expect(await faultsOf(page, place === 0), `${page.url()} in ${colorScheme} colours`).toEqual([])
  }
}
