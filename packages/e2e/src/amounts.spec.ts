/** What a person types into the fields that take money and phone numbers is what will be sent, key by key. */
import { LANGUAGES, type Language } from '@puente/contract'
import type { Locator, Page } from '@playwright/test'
import { payButton } from './steps/money.ts'
import { expect, signInAs, test } from './support/journey.ts'
import { texts } from './support/texts.ts'

/** Keys by name where a name is in braces, else what is typed; what the field shows then, and once it is left. */
const amounts = [
  { keys: '12,50', shows: '12,50', means: '12.50' },
  { keys: '.50', shows: '.50', means: '0.50' },
  { keys: ',50', shows: ',50', means: '0.50' },
  { keys: '.99', shows: '.99', means: '0.99' },
  { keys: '1,234', shows: '1,234', means: '1,234' },
  { keys: '1234.56', shows: '1,234.56', means: '1,234.56' },
  { keys: '1.234,56', shows: '1,234.56', means: '1,234.56' },
  { keys: '12.345{Backspace}', shows: '12.34', means: '12.34' },
  { keys: '1234{Home}{ArrowRight}{ArrowRight}{Backspace}', shows: '234', means: '234' },
  { keys: '1234{Home}{ArrowRight}9', shows: '19,234', means: '19,234' },
  { keys: '1234{Home}{ArrowRight}{Delete}', shows: '134', means: '134' },
  { keys: '12.50{ArrowLeft}{ArrowLeft}{Backspace}', shows: '12.50', means: '12.50' },
  { keys: '12345{Shift+ArrowLeft}{Shift+ArrowLeft}{Backspace}', shows: '123', means: '123' },
  { keys: '12345{Control+A}7', shows: '7', means: '7' },
  { keys: '5{paste 1.234,56}', shows: '1,234.56', means: '1,234.56' },
  { keys: '5{paste $1,000}', shows: '1,000', means: '1,000' },
]

/** What is no amount, or could be two: it stays as typed and can be neither paid nor sent. */
const refused = ['12.345', '-5', '1e3', '1.5.5', '5{paste 1.234}']

const strike = async (page: Page, keys: string): Promise<void> => {
  for (const [, name, typed] of keys.matchAll(/\{([^}]+)\}|([^{]+)/g)) {
    // One key after the other, as fingers do.
    // oxlint-disable no-await-in-loop
    if (typed !== undefined) await page.keyboard.type(typed)
    else if (name?.startsWith('paste ')) {
      await page.evaluate((text) => navigator.clipboard.writeText(text), name.slice('paste '.length))
      await page.keyboard.press('Control+V')
    } else await page.keyboard.press(name ?? '')
    // oxlint-enable no-await-in-loop
  }
}

/** Which key does what is the same in every language; what the marks mean is the language's. */
const marks = new Set(['12,50', '1.234,56', '12.345'])

for (const language of LANGUAGES) {
  const t = texts[language]
  const tagged = { tag: language === 'en' ? [] : '@long' }
  const typedHere = amounts.filter(({ keys }) => language === 'en' || marks.has(keys))
  const refusedHere = refused.filter((keys) => language === 'en' || marks.has(keys))
  test(
    `an amount typed in any way is shown as it is meant, wherever money is asked for (${language})`,
    tagged,
    async ({ page, makePerson }) => {
      const person = await makePerson({ cents: 100_00, lang: language })
      const friend = await makePerson({ stage: 'V' })
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await signInAs(page, person)

      const tryAll = async (label: string, typed = typedHere) => {
        const field = page.getByLabel(label, { exact: true })
        await expect(field).toBeFocused()
        for (const { keys, shows, means } of typed) {
          // oxlint-disable no-await-in-loop
          await test.step(keys, async () => {
            await field.focus()
            await page.keyboard.press('Control+A')
            await page.keyboard.press('Delete')
            await strike(page, keys)
            await expect(field).toHaveValue(shows)
            await field.blur()
            await expect(field).toHaveValue(means)
          })
          // oxlint-enable no-await-in-loop
        }
        for (const keys of refusedHere) {
          // oxlint-disable no-await-in-loop
          await test.step(keys, async () => {
            await field.focus()
            await page.keyboard.press('Control+A')
            await page.keyboard.press('Delete')
            await strike(page, keys)
            await field.blur()
            await expect(field).toHaveValue(keys.replace(/^.*\{paste (.*)\}$/, '$1'))
            await expect(field).toHaveAttribute('aria-invalid', 'true')
            await expect(page.getByRole('main').getByRole('button', { name: /\$/ })).toHaveCount(0)
            await field.press('Enter')
            await expect(field).toBeFocused()
          })
          // oxlint-enable no-await-in-loop
        }
        await page.keyboard.press('Control+A')
        await page.keyboard.type('12,50')
      }

      await page.goto('/deposit-now')
      await tryAll(t.amountToAdd)
      await expect(payButton(page, t)).toContainText('$12.50')

      await page.goto('/payments/send/puente')
      await page.getByLabel(t.search).fill(friend.email)
      await page.getByRole('button', { name: friend.fullName }).click()
      // The same field: which keys do what was shown above.
      await tryAll(
        t.amountToSend,
        typedHere.filter(({ keys }) => marks.has(keys)),
      )
      await page.keyboard.press('Enter')
      await expect(page.getByRole('main').getByRole('button', { name: /\$12\.50/ })).toBeVisible()
    },
  )
}

const windows = {
  phone: [390, 844],
  desktop: [1280, 800],
  'a page at 200 %': [640, 400],
  'a phone on its side': [844, 390],
}

test(
  'the amount field and the action stay visible together, in every window',
  { tag: '@long' },
  async ({ page, makePerson }) => {
    const t = texts.en
    const [person, friend] = await Promise.all([makePerson({ cents: 100_00 }), makePerson({ stage: 'V' })])
    await signInAs(page, person)

    const expectBoth = async (label: string, action: RegExp) => {
      const field = page.getByLabel(label, { exact: true })
      await expect(field).toBeFocused()
      await expect(field).toBeInViewport({ ratio: 1 })
      const button = page.getByRole('main').getByRole('button', { name: action })
      await expect(button).toBeInViewport({ ratio: 1 })
      const [typed, pinned] = [await field.boundingBox(), await button.boundingBox()]
      expect((typed?.y ?? 0) + (typed?.height ?? 0)).toBeLessThanOrEqual(pinned?.y ?? 0)
      await expect(page.getByRole('button', { name: 'Send or withdraw', exact: true })).toHaveCount(0)
    }
    for (const [name, [width = 0, height = 0]] of Object.entries(windows)) {
      // oxlint-disable no-await-in-loop
      await test.step(name, async () => {
        await page.setViewportSize({ width, height })
        await page.goto('/deposit-now')
        await expectBoth(t.amountToAdd, /^Pay/)
        await page.goto('/payments/send/puente')
        await page.getByLabel(t.search).fill(friend.email)
        await page.getByRole('button', { name: friend.fullName }).click()
        await expectBoth(t.amountToSend, /^Continue/)
        await page.keyboard.type('25')
        await page.keyboard.press('Enter')
        await expect(page.getByRole('main').getByRole('button', { name: /\$25/ })).toBeInViewport({ ratio: 1 })
      })
      // oxlint-enable no-await-in-loop
    }
  },
)

const goods: Record<Language, { option: string; required: string }> = {
  en: { option: 'Goods or services', required: "Say what you're paying for" },
  es: { option: 'Bienes o servicios', required: 'Di qué estás pagando' },
  ko: { option: '물건·서비스', required: '무엇을 사는지 적어 주세요' },
}

for (const language of LANGUAGES) {
  const tagged = { tag: '@long' }
  test(
    `a note that is missing, and its error, stand clear of the action (${language})`,
    tagged,
    async ({ page, makePerson }) => {
      const t = texts[language]
      const [person, friend] = await Promise.all([
        makePerson({ cents: 100_00, lang: language }),
        makePerson({ stage: 'V' }),
      ])
      await signInAs(page, person)
      await page.goto('/payments/send/puente')
      await page.getByLabel(t.search).fill(friend.email)
      await page.getByRole('button', { name: friend.fullName }).click()
      await page.getByLabel(t.amountToSend).fill('25')
      await page.keyboard.press('Enter')
      await page.getByText(goods[language].option, { exact: true }).click()
      const action = page.getByRole('main').getByRole('button', { name: /\$25/ })
      const note = page.getByRole('textbox')
      const error = page.getByText(goods[language].required)

      const expectClear = async (part: Locator) => {
        await expect(part).toBeInViewport({ ratio: 1 })
        const [above, pinned] = [await part.boundingBox(), await page.locator('[data-action] > div').boundingBox()]
        expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(pinned?.y ?? 0)
      }
      for (const height of [844, 500]) {
        // oxlint-disable no-await-in-loop
        await test.step(`${height} px high`, async () => {
          await page.setViewportSize({ width: 390, height })
          await page.evaluate(() => window.scrollTo(0, 0))
          await action.click()
          await expect(note).toBeFocused()
          await expectClear(error)
          await expectClear(note)
          await page.keyboard.type('a')
          await expectClear(note)
          await page.keyboard.press('Backspace')
        })
        // oxlint-enable no-await-in-loop
      }
    },
  )
}
