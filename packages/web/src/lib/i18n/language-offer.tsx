import { useSyncExternalStore } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { chooseLanguage, hasChosenLanguage } from './i18n.ts'

const never = () => () => undefined
const isKoreanBrowser = () => /^ko\b/i.test(navigator.languages[0] ?? '')

/** Offers Korean to a Korean browser, in one line. Renders nothing for other browsers. */
export const LanguageOffer = () => {
  const t = useTranslations('auth')
  const current = useLocale()
  // The prerendered screen knows no browser and offers nothing.
  const offered = useSyncExternalStore(never, isKoreanBrowser, () => false)
  if (!offered || hasChosenLanguage() || current === 'ko') return null
  return (
    <p className="text-center">
      <button
        type="button"
        lang="ko"
        onClick={() => void chooseLanguage('ko')}
        className="min-h-11 rounded-md px-3 font-semibold text-brand-text underline"
      >
        {t('offerKorean')}
      </button>
    </p>
  )
}
