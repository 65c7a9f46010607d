/** A browser in words: "Chrome on Mac", and where it says it is. */
import type { Browser, Device } from '@puente/contract'
import { useLocale, useTranslations } from 'use-intl'

export type SeenBrowser = {
  browser: Browser | null
  device: Device | null
  place: { timeZone: string | null; language: string | null }
}

/** Names that are the same in every language. */
const BROWSER_NAMES = {
  chrome: 'Chrome',
  edge: 'Edge',
  firefox: 'Firefox',
  opera: 'Opera',
  safari: 'Safari',
  samsungInternet: 'Samsung Internet',
} as const satisfies Record<Exclude<Browser, 'other'>, string>
const DEVICE_NAMES = { iphone: 'iPhone', ipad: 'iPad', mac: 'Mac', chromebook: 'Chromebook' } as const

const hasName = (device: Device): device is keyof typeof DEVICE_NAMES => device in DEVICE_NAMES

/** `New York` of `America/New_York`. */
const cityOf = (timeZone: string): string => (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ')

/** The language in the reader's own; null for what is none. */
const languageName = (tag: string, reader: string): string | null => {
  try {
    return new Intl.DisplayNames([reader], { type: 'language' }).of(tag) ?? null
  } catch {
    return null
  }
}

/** @returns the words for a browser: its name, and a line about its place, null where it said nothing */
export const useDeviceTexts = () => {
  const t = useTranslations('sessions.device')
  const reader = useLocale()
  return {
    nameOf: ({ browser, device }: Pick<SeenBrowser, 'browser' | 'device'>): string =>
      browser === null || device === null || (browser === 'other' && device === 'other')
        ? t('unknown')
        : t('on', {
            browser: browser === 'other' ? t('otherBrowser') : BROWSER_NAMES[browser],
            device: hasName(device) ? DEVICE_NAMES[device] : t(`devices.${device}`),
          }),
    placeOf: ({ place: { timeZone, language } }: Pick<SeenBrowser, 'place'>): string | null => {
      const name = language === null ? null : languageName(language, reader)
      const parts = [
        ...(timeZone === null ? [] : [t('timeZone', { zone: cityOf(timeZone) })]),
        ...(name === null ? [] : [t('language', { language: name })]),
      ]
      return parts.length === 0 ? null : parts.join(' · ')
    },
  }
}
