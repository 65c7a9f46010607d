import { brand } from '@puente/contract'
import { BridgeMark } from '@puente/ui/bridge-mark'
import { Card } from '@puente/ui/card'
import { useTranslations } from 'use-intl'
import { Screen } from '#lib/layout/screen.tsx'
import { LegalList } from '../parts/legal-list.tsx'

/** What this application is, and the texts that say so in law. */
export const AboutScreen = () => {
  const t = useTranslations('content.about')
  return (
    <Screen>
      <Card>
        <BridgeMark name={brand.appName} variant="wordmark" />
        <p className="text-text-muted">{t('what', { appName: brand.appName })}</p>
      </Card>
      <LegalList label={t('texts')} />
    </Screen>
  )
}
