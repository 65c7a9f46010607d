import { useEffect } from 'react'
import { followProfileLanguage } from '#lib/i18n/i18n.ts'
import { useMe } from '#lib/session/me.ts'

/** Applies the profile's language on a device where none has been chosen. */
export const ProfileLanguage = () => {
  const { lang } = useMe()
  useEffect(() => void followProfileLanguage(lang).catch(() => undefined), [lang])
  return null
}
