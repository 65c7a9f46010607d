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
/** What another language can break beside its width, which is measured: the names of things, and the language itself. */
const WORD_RULES = [
  'aria-command-name',
  'aria-dialog-name',
  'aria-input-field-name',
  'aria-meter-name',
  'aria-progressbar-name',
  'aria-toggle-field-name',
  'button-name',
  'document-title',
  'empty-heading',
  'html-has-lang',
  'html-lang-valid',
  'image-alt',
  'input-button-name',
  'label',
  'label-content-name-mismatch',
  'link-name',
  'select-name',
  'svg-img-alt',
  'valid-lang',
]

type Rules = 'all' | 'colours' | 'words'

const faultsOf = async (page: Page, rules: Rules): Promise<string[]> => {
  await atRest(page)
  // No screen holds frames of others: what is found is put together in the page, without a blank one opened for it each time.
  const axe = new AxeBuilder({ page }).setLegacyMode()
  if (rules === 'colours') axe.withRules(COLOUR_RULES)
  if (rules === 'words') axe.withRules(WORD_RULES)
  const { violations } = await axe.analyze()
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}\n  ${node.html}\n  ${node.failureSummary ?? ''}`),
  )
}

type Looks = {
  schemes?: readonly ('light' | 'dark')[]
  /** Asks only what words can break: another language has the same elements in the same colours. */
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
