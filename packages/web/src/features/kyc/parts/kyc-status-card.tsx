/**
 * Where the identity check stands, in one card for the screens around it. It is silent while nothing was handed in and
 * once all is well.
 */
import { Banner } from '@puente/ui/badge'
import { buttonClass } from '@puente/ui/button'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { kycStandingOf } from '#shared/kyc/kyc-standing.ts'
import { useMe } from '#lib/session/me.ts'
import { paths } from '#lib/layout/paths.ts'
import { DeniedBanner } from './denied-banner.tsx'
import { reportQuery } from '../api/kyc-report.ts'
import { useReviewPromise } from './review-promise.ts'

const Again = ({ text }: { text: string }) => (
  <Link to={paths.kyc.path} className={buttonClass({ variant: 'secondary', size: 'small' })}>
    {text}
  </Link>
)

/** Until the reasons are there it offers the retry; whether tries are left is said by the report. */
const Denied = () => {
  const t = useTranslations('kyc')
  const { data } = useQuery(reportQuery)
  const again = <Again text={t('tryAgain')} />
  if (data) return <DeniedBanner report={data} action={again} />
  return <Banner tone="negative" title={<span className="text-negative">{t('failed')}</span>} action={again} />
}

export const KycStatusCard = () => {
  const t = useTranslations('kyc')
  const promise = useReviewPromise()
  const standing = kycStandingOf(useMe().KYC)
  switch (standing) {
    case 'denied':
      return <Denied />
    case 'expired':
      return (
        <Banner tone="waiting" title={t('expired.title')} action={<Again text={t('expired.action')} />}>
          {t('expired.text')}
        </Banner>
      )
    case 'verifying':
      return (
        <Banner tone="waiting" title={t('verifying')}>
          {promise}
        </Banner>
      )
    case 'open':
    case 'approved':
      return null
  }
}
