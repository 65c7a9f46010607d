import { useTranslations } from 'use-intl'
import { Screen } from '#lib/layout/screen.tsx'
import { LegalList } from '../parts/legal-list.tsx'

/** The legal texts, as a list. */
export const LegalAspectsScreen = () => {
  const t = useTranslations('settings')
  return (
    <Screen>
      <LegalList label={t('legal')} />
    </Screen>
  )
}
