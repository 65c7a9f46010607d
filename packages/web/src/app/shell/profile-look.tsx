import { useEffect } from 'react'
import { chooseTheme } from '#lib/browser/theme.ts'
import { followProfileLanguage } from '#lib/i18n/i18n.ts'
import { useMe } from '#lib/session/me.ts'

/** Applies what the profile says of the screens: its colours, and its language on a device where none has been chosen. */
export const ProfileLook = () => {
  const { lang, preferences } = useMe()
  useEffect(() => void followProfileLanguage(lang).catch(() => undefined), [lang])
  useEffect(() => chooseTheme(preferences.theme), [preferences.theme])
  return null
}
