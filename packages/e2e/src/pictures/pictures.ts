/** Makes the pictures: each scene is opened once a language and photographed in every width and theme. */
import { join } from 'node:path'
import { test, type Page } from '@playwright/test'
import { SIZES, fileOf, folder, isAsked, isReadmeAsked, languages, states, themes, widths } from './choice.ts'
import { readmeScenes } from './readme-scenes.ts'
import { screens } from './screens.ts'
import { open, settle } from './stage.ts'

/** The longest picture: enough for a form, and for the first screens of an endless list. */
const LONGEST = 2200

/** Makes the window as high as the page, so that what is fixed to its foot stands at the foot of the picture. */
const unroll = async (page: Page): Promise<void> => {
  await page.waitForTimeout(100)
  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  const whole = await page.evaluate(() => document.documentElement.scrollHeight)
  if (whole > height) await page.setViewportSize({ width, height: Math.min(whole, LONGEST) })
}

for (const { name, address, states: scenes } of screens.filter((screen) => isAsked(screen.name))) {
  for (const state of states) {
    const scene = scenes[state]
    if (!scene) continue
    for (const language of languages) {
      test(`${name} ${state} ${language}`, async ({ page }) => {
        await open(page, address, scene, language)
        await settle(page, state === 'loading')
        for (const width of widths) {
          await page.setViewportSize({ width, height: SIZES[width] })
          if (!scene.windowOnly) await unroll(page)
          for (const theme of themes) {
            await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
            await page.waitForTimeout(100)
            await page.screenshot({
              path: join(folder, fileOf(name, state, { width, theme, language })),
              animations: 'disabled',
            })
          }
        }
      })
    }
  }
}

if (isReadmeAsked) {
  for (const { file, address, scene, size, scale } of readmeScenes) {
    test.describe(`readme ${file}`, () => {
      test.use({ viewport: size, deviceScaleFactor: scale })
      test(file, async ({ page }) => {
        await open(page, address, scene, 'en')
        await settle(page, false)
        await page.screenshot({ path: join(folder, 'readme', file), animations: 'disabled' })
      })
    })
  }
}
