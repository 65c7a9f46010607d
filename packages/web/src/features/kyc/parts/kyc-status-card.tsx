/**
 * The state of the identity check, as a card on other screens. It renders nothing while nothing was submitted and once
 * the identity is approved.
 */
import { Banner } from '@puente/ui/badge'
import { buttonClass } from '@puente/ui/button'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { kycStandingOf, tier2StandingOf } from '#shared/kyc/kyc-standing.ts'
import { useMe } from '#lib/session/me.ts'
import { paths } from '#lib/layout/paths.ts'
import { AppealState } from './appeal-state.tsx'
import { DeniedBanner } from './denied-banner.tsx'
import { reportQuery } from '../api/kyc-report.ts'
import { useReviewPromise } from './review-promise.ts'

const Again = ({ text }: { text: string }) => (
  <Link to={paths.kyc.path} className={buttonClass({ variant: 'secondary', size: 'small' })}>
    {text}
  </Link>
)

const Denied = ({ tier, action }: { tier: 1 | 2; action: ReactNode }) => {
  const { data } = useQuery(reportQuery)
  return (
    <>
      {data && <AppealState report={data} />}
      <DeniedBanner tier={tier} report={data} action={action} />
    </>
  )
}

export const KycStatusCard = () => {
  const t = useTranslations('kyc')
  const promise = useReviewPromise()
  const standing = kycStandingOf(useMe().KYC)
  switch (standing) {
    case 'denied':
      return <Denied tier={1} action={<Again text={t('tryAgain')} />} />
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
      return null
    case 'approved':
      return <Tier2Card />
  }
}

/** The state of tier 2, once something about it is under way. */
export const Tier2Card = () => {
  const t = useTranslations('kyc')
  const promise = useReviewPromise()
  const way = (text: string) => (
    <Link to={paths.kycTier2.path} className={buttonClass({ variant: 'secondary', size: 'small' })}>
      {text}
    </Link>
  )
  switch (tier2StandingOf(useMe().KYC)) {
    case 'denied':
      return <Denied tier={2} action={way(t('tryAgain'))} />
    case 'asked':
      return (
        <Banner tone="waiting" title={t('tier2.asked')} action={way(t('intro.resume'))}>
          {t('tier2.askedText')}
        </Banner>
      )
    case 'verifying':
      return (
        <Banner tone="waiting" title={t('tier2.verifying')}>
          {promise}
        </Banner>
      )
    case 'open':
    case 'closed':
    case 'approved':
      return null
  }
}
