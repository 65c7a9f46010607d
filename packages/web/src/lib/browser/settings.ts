/** What this browser remembers for its user. Emptied at sign-out; a fresh browser has the defaults. */
import { STORED_LANGUAGES, type StoredLanguage } from '@puente/contract'

/** `system` follows the device. */
export type Theme = 'system' | 'light' | 'dark'

export type Settings = {
  language: StoredLanguage
  /** The tour of the dashboard has yet to be shown. */
  transactionsTutorial: boolean
  theme: Theme
}

const KEY = 'settings'

const defaultSettings: Settings = {
  language: STORED_LANGUAGES.en,
  transactionsTutorial: true,
  theme: 'system',
}

/** Reads the stored settings; what is missing or broken has its default. */
export const readSettings = (): Settings => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    return { ...defaultSettings, ...(typeof stored === 'object' ? stored : {}) }
  } catch {
    return defaultSettings
  }
}

export const changeSettings = (change: Partial<Settings>): void => {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...readSettings(), ...change }))
  } catch {
    // Without storage the settings last until the page closes; nothing depends on them.
  }
}
