import { brand } from '@puente/contract'
import { useEffect } from 'react'
import { useText, type TextKey } from '#lib/i18n/text-key.ts'
import { track } from '#lib/api/usage.ts'

/** Shows a screen's name in the browser's title; without one, the application's alone. */
export const useTitle = (title: TextKey | undefined): void => {
  const text = useText()
  useEffect(() => {
    document.title = title === undefined ? brand.appName : `${text(title)} · ${brand.appName}`
  }, [title, text])
}

/** The pattern of the shown screen's path. An index route carries a slash at the end; the screen is the same. */
export const patternOf = (matches: readonly { fullPath: string }[]): string =>
  matches.at(-1)?.fullPath.replace(/(?<=.)\/$/, '') ?? '/'

/** Notes in the usage log that a screen is seen, under its route's pattern. */
export const seeScreen = (route: string, title: TextKey | undefined): void => {
  track('page_view', { route })
  if (title !== undefined) track('screen_view', { screen: title })
}
