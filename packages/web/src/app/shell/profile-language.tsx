import { useEffect } from 'react'
import { followProfileLanguage } from '#lib/i18n/i18n.ts'
import { useMe } from '#lib/session/me.ts'

/** On a device where nobody has chosen a language, the profile's is used. */
export const ProfileLanguage = () => {
  const { lang } = useMe()
  useEffect(() => void followProfileLanguage(lang).catch(() => undefined), [lang])
  return null
}
