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

type Rules = 'all' | 'colours' | 'words'

const faultsOf = async (page: Page, rules: Rules): Promise<string[]> => {
  await atRest(page)
  // No screen holds frames of others: what is found is put together in the page, without a blank one opened for it each time.
  const axe = new AxeBuilder({ page }).setLegacyMode()
  if (rules === 'colours') axe.withRules(COLOUR_RULES)
  if (rules === 'words') axe.disableRules(COLOUR_RULES)
  const { violations } = await axe.analyze()
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}\n  ${node.html}\n  ${node.failureSummary ?? ''}`),
  )
}

type Looks = {
  schemes?: readonly ('light' | 'dark')[]
  /** Leaves the colours out, which take the longest: another language has other words and the same colours. */
  wordsOnly?: boolean
}

/** Fails with what is wrong, by element, unless the screen is without fault in the given colours. */
export const expectAccessible = async (
  page: Page,
  { schemes = ['light'], wordsOnly = false }: Looks = {},
): Promise<void> => {
  for (const [place, colorScheme] of schemes.entries()) {
    await page.emulateMedia({ colorScheme })
    expect(
      await faultsOf(page, place > 0 ? 'colours' : wordsOnly ? 'words' : 'all'),
      `${page.url()} in ${colorScheme} colours`,
    ).toEqual([])
  }
}
