import { Banner } from '@puente/ui/badge'
import { useTranslations } from 'use-intl'
import { type Appealed, isAppealOpen } from '../api/kyc-rules.ts'

/** That a person is looking at a decision again; nothing once it is answered. */
export const AppealState = ({ report }: { report: Appealed }) => {
  const t = useTranslations('kyc.appeal')
  if (!isAppealOpen(report)) return null
  return (
    <Banner tone="waiting" title={t('open')}>
      {t('openText')}
    </Banner>
  )
}
