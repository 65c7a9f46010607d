/** Sets a scene up in a browser page: a person with a real session, the language, the moment, the server's part. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { STORED_LANGUAGES, type Language } from '@puente/contract'
import type { Page } from '@playwright/test'
import { play } from './answers.ts'
import { root } from './choice.ts'
import { NOW } from './people.ts'
import type { Scene } from './scene.ts'

let made = 0

/** Signs a new person up and leaves their session in the page's browser context. */
const signUp = async (page: Page, language: Language): Promise<void> => {
  made += 1
  const person = {
    email: `picture-${process.pid}-${made}@example.com`,
    password: 'Verde-Luna-42',
    fullName: 'Ana Prado',
    business: false,
    lang: STORED_LANGUAGES[language],
  }
  await page.evaluate(async (body) => {
    const post = async (path: string, sent: unknown): Promise<{ token: string }> => {
      const answer = await fetch(`/api${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(sent),
      })
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
      return ((await answer.json()) as { data: { token: string } }).data
    }
    const { token } = await post('/auth/email/sign-up', body)
    await post('/auth/session', { token })
    localStorage.setItem('session', '1')
  }, person)
}

/** The splash covers the first two seconds; pictures do not wait for it. A style sheet made by script passes the policy. */
const withoutSplash = (): void => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('[data-splash] { display: none !important }')
  document.adoptedStyleSheets = [sheet]
}

/** Looks texts up in the catalogues of the screens. */
const wordsOf =
  (language: Language) =>
  (key: string): string => {
    const [feature = '', ...rest] = key.split('.')
    const file = join(root, 'packages/web/src/texts', language, `${feature}.json`)
    const found = rest.reduce<unknown>(
      (texts, part) => (texts as Record<string, unknown> | undefined)?.[part],
      JSON.parse(readFileSync(file, 'utf8')),
    )
    if (typeof found !== 'string') throw new Error(`no text ${key} in ${language}`)
    return found
  }

/** Opens an address as the scene wants it and waits until it stands. */
export const open = async (page: Page, address: string, scene: Scene, language: Language): Promise<void> => {
  await page.goto('/manifest.webmanifest')
  await page.evaluate((lang) => {
    document.cookie = `__Host-puente-lang=${lang}; Path=/; Secure; SameSite=Lax; Max-Age=86400`
  }, language)
  if (scene.me) await signUp(page, language)
  const { tab = {} } = scene
  await page.evaluate((entries) => {
    for (const [key, value] of entries) sessionStorage.setItem(key, value)
  }, Object.entries(tab))
  if (!scene.splash) await page.addInitScript(withoutSplash)
  await page.clock.setFixedTime(NOW)
  const answers = { ...(scene.me && { me: { ...scene.me, lang: STORED_LANGUAGES[language] } }), ...scene.answers }
  await play(page, { ...scene, answers })
  await scene.before?.(page)
  await page.goto(address)
  await page.locator('h1').first().waitFor()
  const { act } = scene
  if (act) await act({ page, word: wordsOf(language) })
}

/** Waits until nothing is on its way any more: fonts are there and no part says that it loads. */
export const settle = async (page: Page, isLoading: boolean): Promise<void> => {
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  if (!isLoading) await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
  // The pointer rests where it hovers over nothing.
  await page.mouse.move(0, 0)
  await page.waitForTimeout(250)
}
