import { afterEach, expect, test, vi } from 'vitest'
import { chooseLanguage, followProfileLanguage, hasChosenLanguage, initialLanguage, showLanguage } from './i18n.ts'
import { readSettings } from '#lib/browser/settings.ts'

const forget = () => {
  document.cookie = '__Host-puente-lang=; Path=/; Secure; Max-Age=0'
  localStorage.clear()
  vi.restoreAllMocks()
}
afterEach(forget)

test.each([
  ['es-MX', 'es'],
  ['es', 'es'],
  ['en-US', 'en'],
  ['fr-FR', 'en'],
  ['ko-KR', 'en'],
])('P-26 a browser in %s starts in %s', (browser, language) => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue([browser, 'es'])
  expect(initialLanguage()).toBe(language)
})

test('P-27 the settings of a fresh browser have the language en-US', () => {
  expect(readSettings()).toMatchObject({ language: 'en-US', transactionsTutorial: true })
})

test('RT-37 P-25 a chosen language is shown at once, named on the page and remembered', async () => {
  const jar: string[] = []
  vi.spyOn(document, 'cookie', 'set').mockImplementation((cookie) => void jar.push(cookie))
  await showLanguage('en')
  await chooseLanguage('ko')
  expect(document.documentElement.lang).toBe('ko')
  expect(readSettings().language).toBe('ko-KR')
  expect(jar[0]).toMatch(/^__Host-puente-lang=ko; Path=\/; Secure; SameSite=Lax; Max-Age=31536000$/)
})

test('the language of a profile stays after signing out, until another profile names another or one is chosen here', async () => {
  let jar = ''
  vi.spyOn(document, 'cookie', 'set').mockImplementation((cookie) => void (jar = cookie.split(';')[0] ?? ''))
  vi.spyOn(document, 'cookie', 'get').mockImplementation(() => jar)
  for (const [stored, shown] of [
    ['ko-KR', 'ko'],
    ['es-US', 'es'],
  ] as const) {
    await followProfileLanguage(stored)
    expect(document.documentElement.lang).toBe(shown)
    expect(initialLanguage()).toBe(shown)
    expect(hasChosenLanguage()).toBe(false)
  }
  await chooseLanguage('ko')
  await followProfileLanguage('es-US')
  expect(initialLanguage()).toBe('ko')
})

test('P-26 a choice outweighs the browser', () => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['es-MX'])
  vi.spyOn(document, 'cookie', 'get').mockReturnValue('a=b; __Host-puente-lang=ko')
  expect(initialLanguage()).toBe('ko')
})
