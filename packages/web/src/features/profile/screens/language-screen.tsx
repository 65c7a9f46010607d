import { useNotices } from '@puente/ui/notice'
import { Segmented } from '@puente/ui/segmented'
import { LANGUAGES, type Language } from '@puente/contract'
import { useEffect, useRef } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { call } from '#lib/api/api.ts'
import { chooseLanguage } from '#lib/i18n/i18n.ts'
import { reloadMe } from '#lib/session/me.ts'
import { Screen } from '#lib/layout/screen.tsx'
import { useShowError } from '#lib/forms/use-show-error.ts'

/** Changes the language of every text at once, in this browser and in the profile. */
export const LanguageScreen = () => {
  const t = useTranslations()
  const current = useLocale()
  const { show } = useNotices()
  const fail = useShowError()
  const chosen = useRef(current)

  // The confirmation is in the language that was chosen, so it waits for it.
  useEffect(() => {
    if (chosen.current !== current) show('positive', t('profile.language.saved'))
    chosen.current = current
  }, [current, show, t])

  const choose = async (language: Language) => {
    try {
      await chooseLanguage(language)
      await call('changePreferences', { lang: language })
      await reloadMe()
    } catch (error) {
      await fail(error)
    }
  }

  return (
    <Screen width="form">
      <Segmented
        label={t('profile.language.label')}
        stacked
        options={LANGUAGES.map((language) => ({
          value: language,
          label: <span lang={language}>{t(`common.languages.${language}`)}</span>,
        }))}
        value={current}
        onChange={(language) => void choose(language)}
      />
    </Screen>
  )
}
