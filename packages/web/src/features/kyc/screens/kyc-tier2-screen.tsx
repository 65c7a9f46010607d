/** Tier 2: a proof of address, a company's paper for businesses, and the video that a reviewer may ask for. */
import { Banner } from '@puente/ui/badge'
import { Loading, Skeleton, SkeletonRows } from '@puente/ui/skeleton'
import { useQueryClient } from '@tanstack/react-query'
import { Navigate, useRouter } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useTwoColumns } from '#lib/browser/wide.ts'
import { LoadFailed, failureOf } from '#lib/layout/load-failed.tsx'
import { paths } from '#lib/layout/paths.ts'
import { Screen } from '#lib/layout/screen.tsx'
import { tier2StandingOf } from '#shared/kyc/kyc-standing.ts'
import { reloadKyc } from '../api/kyc-report.ts'
import { isAppealOpen, isWanted, tier2PlanOf, type KycReport } from '../api/kyc-rules.ts'
import { useCurrentReport } from '../api/use-current-report.ts'
import { Appeal } from '../parts/appeal.tsx'
import { DeniedBanner, NoTriesBanner } from '../parts/denied-banner.tsx'
import { useHandOff } from '../parts/hand-off.tsx'
import { useReviewPromise } from '../parts/review-promise.ts'
import { StepFlow } from '../parts/step-flow.tsx'

export const KycTier2Screen = () => {
  const t = useTranslations()
  const report = useCurrentReport()
  const isBeside = useTwoColumns()
  const { offer, dialog } = useHandOff(report.data)
  return (
    <Screen width="form" lead={t('kyc.tier2.lead')} aside={isBeside && offer ? offer : undefined}>
      {report.data ? (
        <>
          <Tier2 report={report.data} handOff={isBeside ? null : offer} />
          {dialog}
        </>
      ) : report.isError ? (
        <LoadFailed {...failureOf(report)} />
      ) : (
        <Loading label={t('common.loading')}>
          <div className="grid gap-6">
            <Skeleton shape="title" />
            <SkeletonRows count={3} />
            <Skeleton shape="block" />
          </div>
        </Loading>
      )}
    </Screen>
  )
}

const Tier2 = ({ report, handOff }: { report: KycReport; handOff: ReactNode }) => {
  const t = useTranslations('kyc')
  const router = useRouter()
  const client = useQueryClient()
  const promise = useReviewPromise()
  const [plan] = useState(() => tier2PlanOf(report))
  const standing = tier2StandingOf(report)
  const isAppealed = isAppealOpen(report)
  // What was objected to before an approval is settled by it.
  const hasDecision = standing !== 'open' && standing !== 'approved'
  return (
    <>
      {isAppealed && hasDecision && <Appeal report={report} />}
      {standing === 'denied' && <DeniedBanner tier={2} report={report} />}
      {(standing === 'open' || standing === 'asked') && <NoTriesBanner report={report} />}
      {!isAppealed && hasDecision && <Appeal report={report} />}
      {report.videoStatus === 'requested' && (
        <Banner tone="waiting" title={t('tier2.asked')}>
          {t('tier2.askedText')}
        </Banner>
      )}
      {report.triesLeft > 0 && (
        <>
          <StepFlow
            label={t('tier2.screen')}
            plan={plan}
            isDone={(part) => !isWanted(part, report)}
            onPart={async (_part, isLast) => {
              await reloadKyc(client)
              if (isLast) await router.navigate({ to: paths.kycSuccess.path, replace: true })
            }}
            whenDone={<Navigate to={paths.kycSuccess.path} replace />}
          />
          {handOff}
        </>
      )}
      <p className="text-sm text-text-muted">{promise}</p>
    </>
  )
}
