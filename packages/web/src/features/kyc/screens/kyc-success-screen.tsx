/** After the submission: what happens next, and the outcome as soon as the review has ended. */
import { Badge } from '@puente/ui/badge'
import { buttonClass } from '@puente/ui/button'
import { DefinitionList } from '@puente/ui/definition-list'
import { DonePicture } from '@puente/ui/illustrations'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useFormats } from '#lib/i18n/format.ts'
import { kycStandingOf, tier2StandingOf, type Tier2Standing } from '#shared/kyc/kyc-standing.ts'
import { useMe } from '#lib/session/me.ts'
import { paths } from '#lib/layout/paths.ts'
import { Screen } from '#lib/layout/screen.tsx'
import { ScreenAction } from '#lib/layout/screen-action.tsx'
import { Appeal } from '../parts/appeal.tsx'
import { DeniedBanner } from '../parts/denied-banner.tsx'
import { KycStatusCard, Tier2Card } from '../parts/kyc-status-card.tsx'
import { reportQuery } from '../api/kyc-report.ts'
import { isAppealOpen } from '../api/kyc-rules.ts'
import { ReviewPicture } from '../parts/review-picture.tsx'
import { useReviewPromise } from '../parts/review-promise.ts'
import { TierLimits } from '../parts/tier-limits.tsx'

export const KycSuccessScreen = () => {
  const { KYC } = useMe()
  const standing = kycStandingOf(KYC)
  return (
    <Screen width="form">
      <section aria-live="polite" className="grid gap-6">
        {standing === 'approved' ? (
          <Tier2Outcome standing={tier2StandingOf(KYC)} />
        ) : standing === 'verifying' ? (
          <Verifying />
        ) : standing === 'denied' ? (
          <Denied tier={1} />
        ) : (
          <SubmitAgain />
        )}
      </section>
    </Screen>
  )
}

const Outcome = ({ picture, badge, title, text }: Record<'picture' | 'badge' | 'title' | 'text', ReactNode>) => (
  <div className="grid justify-items-center gap-3 pt-4 text-center">
    {picture}
    {badge}
    <h2 className="text-2xl font-semibold tracking-tight">{title}</h2>
    <p className="text-text-muted">{text}</p>
  </div>
)

const HomeLink = () => {
  const t = useTranslations('kyc.success')
  return (
    <ScreenAction>
      <Link to={paths.home.path} className={buttonClass({ size: 'large', full: true })}>
        {t('home')}
      </Link>
    </ScreenAction>
  )
}

/** With tier 1 accepted: what became of tier 2, or the way to it. */
const Tier2Outcome = ({ standing }: { standing: Tier2Standing }) => {
  const t = useTranslations('kyc.tier2')
  switch (standing) {
    case 'verifying':
      return <Verifying label={t('verifying')} title={t('submitted')} />
    case 'approved':
      return (
        <>
          <Outcome picture={<DonePicture />} badge={null} title={t('approvedTitle')} text={t('approvedText')} />
          <TierLimits />
          <HomeLink />
        </>
      )
    case 'asked':
      return <Tier2Card />
    case 'denied':
      return <Denied tier={2} />
    case 'open':
    case 'closed':
      return <Approved />
  }
}

const Verifying = ({ label, title }: { label?: string; title?: string }) => {
  const t = useTranslations('kyc')
  const formats = useFormats()
  const promise = useReviewPromise()
  const { data } = useQuery(reportQuery)
  const rows = [
    ...(data?.submittedAt ? [{ term: t('success.submitted'), value: formats.dateTime(data.submittedAt) }] : []),
    ...(data?.expectedBy ? [{ term: t('success.expected'), value: formats.date(data.expectedBy) }] : []),
  ]
  return (
    <>
      <Outcome
        picture={<ReviewPicture />}
        badge={<Badge tone="waiting">{label ?? t('verifying')}</Badge>}
        title={title ?? t('success.title')}
        text={promise}
      />
      {data && <Appeal report={{ ...data, canAppeal: false }} />}
      {rows.length > 0 && <DefinitionList rows={rows} />}
      <p className="text-sm text-text-muted">{t('success.told')}</p>
      <HomeLink />
    </>
  )
}

const Approved = () => {
  const t = useTranslations('kyc.approved')
  const raise = useTranslations('kyc.tier2')('raise')
  return (
    <>
      <Outcome
        picture={<DonePicture />}
        badge={<Badge tone="positive">{t('badge')}</Badge>}
        title={t('title')}
        text={t('text')}
      />
      <TierLimits />
      <Link to={paths.kycTier2.path} className={buttonClass({ variant: 'secondary', full: true })}>
        {raise}
      </Link>
      <HomeLink />
    </>
  )
}

/** Why, with the way to try again first; and what a person is asked to look at again, which leads once it was asked. */
const Denied = ({ tier }: { tier: 1 | 2 }) => {
  const t = useTranslations('kyc')
  const { data } = useQuery(reportQuery)
  const isAppealed = data !== undefined && isAppealOpen(data)
  const appeal = data && <Appeal report={data} />
  return (
    <>
      {isAppealed && appeal}
      <DeniedBanner tier={tier} report={data} />
      {(data === undefined || data.triesLeft > 0) && (
        <ScreenAction>
          <Link
            to={(tier === 1 ? paths.kycTier1 : paths.kycTier2).path}
            className={buttonClass({ variant: isAppealed ? 'secondary' : 'primary', size: 'large', full: true })}
          >
            {t('tryAgain')}
          </Link>
        </ScreenAction>
      )}
      {!isAppealed && appeal}
    </>
  )
}

/** Expired, with the link to submit again; or not everything was submitted yet. */
const SubmitAgain = () => {
  const t = useTranslations('kyc')
  const open = kycStandingOf(useMe().KYC) === 'open'
  return (
    <>
      <KycStatusCard />
      {open && (
        <ScreenAction>
          <Link to={paths.kyc.path} className={buttonClass({ size: 'large', full: true })}>
            {t('intro.resume')}
          </Link>
        </ScreenAction>
      )}
    </>
  )
}
