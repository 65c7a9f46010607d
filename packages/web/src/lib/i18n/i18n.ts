/**
 * The language of the screens. It comes from the cookie once a language is chosen or a profile has named one, else from the browser: Spanish for
 * Spanish browsers, English for all others (a Korean browser is offered Korean in one line). A change takes effect at
 * once: the other catalogue is fetched, swapped in, and every text follows.
 */
import { LANGUAGES, STORED_LANGUAGES, defaultLanguage, languageOf, type Language } from '@puente/contract'
import type { Messages } from '../../texts/messages.gen.ts'
import { YEAR_DAYS, readCookie, writeCookie } from '#lib/browser/cookies.ts'
import { changeSettings } from '#lib/browser/settings.ts'
import { createStore, useStore } from '#lib/browser/store.ts'

declare module 'use-intl' {
  interface AppConfig {
    Messages: Messages
    Locale: Language
  }
}

type Loaded = { language: Language; messages: Messages }

const loaders: Record<Language, () => Promise<{ default: Messages }>> = {
  en: () => import('virtual:texts/en'),
  es: () => import('virtual:texts/es'),
  ko: () => import('virtual:texts/ko'),
}

const store = createStore<Loaded | null>(null)

const isLanguage = (text: string | null): text is Language => LANGUAGES.some((language) => language === text)

/** The language to start with. */
export const initialLanguage = (): Language => {
  return languageOf(readCookie('__Host-puente-lang') ?? '') ?? defaultLanguage(navigator.languages)
}

/** Whether a language has been chosen in this browser. */
export const hasChosenLanguage = (): boolean => isLanguage(readCookie('__Host-puente-lang'))

/** Loads a catalogue and shows it, without remembering the choice. */
export const showLanguage = async (language: Language): Promise<void> => {
  if (store.get()?.language === language) return
  const { default: messages } = await loaders[language]()
  document.documentElement.lang = language
  store.set({ language, messages })
}

/** Shows a language and remembers it in this browser. */
export const chooseLanguage = async (language: Language): Promise<void> => {
  await showLanguage(language)
  writeCookie('__Host-puente-lang', language, YEAR_DAYS)
  changeSettings({ language: STORED_LANGUAGES[language] })
}

/**
 * Follows the language stored in the profile, unless this browser has a choice of its own. It stays after signing out, until
 * another profile names another: the cookie then holds `ko-KR`, where a choice made here is `ko`.
 */
export const followProfileLanguage = async (stored: string): Promise<void> => {
  const language = languageOf(stored)
  if (language === null || hasChosenLanguage()) return
  await showLanguage(language)
  writeCookie('__Host-puente-lang', STORED_LANGUAGES[language], YEAR_DAYS)
}

export const currentLanguage = (): Language => store.get()?.language ?? 'en'
export const useCatalogue = (): Loaded | null => useStore(store)

/** The IANA zone of this browser: dates are shown and day filters are read in it. */
export const timeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone
