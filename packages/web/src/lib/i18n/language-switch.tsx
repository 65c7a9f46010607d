import { useLocale, useTranslations } from 'use-intl'
import { LANGUAGES, type Language } from '@puente/contract'
import Languages from 'lucide-react/icons/languages'
import { chooseLanguage } from './i18n.ts'

/** The languages, each by its own name: a native picker, so it works before anything else has loaded. */
export const LanguageSwitch = () => {
  const t = useTranslations('common.languages')
  const current = useLocale()
  return (
    <label className="inline-flex min-h-11 items-center gap-2 rounded-md px-3 text-sm font-semibold text-text-muted hover:bg-surface-sunken has-focus-visible:outline-2 has-focus-visible:outline-focus">
      <Languages aria-hidden="true" className="size-5" />
      <span className="sr-only">{t('label')}</span>
      <select
        value={current}
        onChange={(event) => void chooseLanguage(event.target.value as Language)}
        className="min-h-11 cursor-pointer bg-transparent pe-1 outline-none"
      >
        {LANGUAGES.map((language) => (
          <option key={language} value={language} lang={language} className="bg-surface-raised text-text">
            {t(language)}
          </option>
        ))}
      </select>
    </label>
  )
}
