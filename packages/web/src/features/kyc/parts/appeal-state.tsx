import { Banner } from '@puente/ui/badge'
import { useTranslations } from 'use-intl'
import { isAppealOpen, type KycReport } from '../api/kyc-rules.ts'

/** That a person is looking at a decision again; nothing once it is answered. */
export const AppealState = ({ report }: { report: Pick<KycReport, 'appeals'> }) => {
  const t = useTranslations('kyc.appeal')
  if (!isAppealOpen(report)) return null
  return (
    <Banner tone="waiting" title={t('open')}>
      {t('openText')}
    </Banner>
  )
}
