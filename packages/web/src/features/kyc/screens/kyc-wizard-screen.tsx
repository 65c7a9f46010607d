import { Loading, Skeleton, SkeletonRows } from '@puente/ui/skeleton'
import { useQueryClient } from '@tanstack/react-query'
import { Navigate, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useTwoColumns } from '#lib/browser/wide.ts'
import { LoadFailed, failureOf } from '#lib/layout/load-failed.tsx'
import { paths } from '#lib/layout/paths.ts'
import { Screen } from '#lib/layout/screen.tsx'
import { useHandOff } from '../parts/hand-off.tsx'
import { StepFlow } from '../parts/step-flow.tsx'
import { reloadKyc } from '../api/kyc-report.ts'
import {
  PARTS,
  isAgain,
  isWanted,
  mendsDetails,
  planOf,
  reviewMarkOf,
  type KycReport,
  type Part,
} from '../api/kyc-rules.ts'
import { useCurrentReport } from '../api/use-current-report.ts'

/** The parts of the check, one at a time, beginning with the first that is still wanted. */
export const KycWizardScreen = () => {
  const t = useTranslations('common')
  const report = useCurrentReport()
  const isBeside = useTwoColumns()
  const [isConfirmed, setConfirmed] = useState(false)
  // With the last photo the check goes out, so details that are asked for again come before another device.
  const { offer, dialog } = useHandOff(isConfirmed || !mendsDetails(report.data) ? report.data : undefined)
  return (
    <Screen width="form" aside={isBeside && offer ? offer : undefined}>
      {report.data ? (
        <>
          <Wizard report={report.data} onDetails={() => setConfirmed(true)} />
          {!isBeside && offer}
          {dialog}
        </>
      ) : report.isError ? (
        <LoadFailed {...failureOf(report)} />
      ) : (
        <Loading label={t('loading')}>
          <div className="grid gap-6">
            <span className="flex justify-between px-10">
              {PARTS.map((part) => (
                <Skeleton key={part} shape="circle" />
              ))}
            </span>
            <span className="grid gap-3">
              <Skeleton shape="title" />
              <Skeleton />
            </span>
            <SkeletonRows count={3} />
            <Skeleton shape="block" />
          </div>
        </Loading>
      )}
    </Screen>
  )
}

const Wizard = ({ report, onDetails }: { report: KycReport; onDetails: () => void }) => {
  const t = useTranslations('kyc')
  const router = useRouter()
  const client = useQueryClient()
  // The steps of this visit, fixed at its start: the answer to a submitted part must not change the steps that follow.
  const [plan] = useState(() => planOf(report))
  const [again] = useState(() => isAgain(report))
  const [mark] = useState(() => reviewMarkOf(report))

  const finish = async (part: Part, isLast: boolean) => {
    await reloadKyc(client)
    if (part === 'details') onDetails()
    if (isLast) await router.navigate({ to: paths.kycSuccess.path, replace: true })
  }

  // Submitted or decided meanwhile, perhaps from another device: these steps are over.
  if (reviewMarkOf(report) !== mark) return <Navigate to={paths.kycSuccess.path} replace />
  // The introduction says from when there is another attempt.
  if (report.triesLeft === 0) return <Navigate to={paths.kyc.path} replace />
  return (
    <StepFlow
      label={t('title')}
      plan={plan}
      // What arrives from another device is done as well; details that are corrected were never missing.
      isDone={(part) => !(again && part === 'details') && !isWanted(part, report)}
      onPart={finish}
      whenDone={<Navigate to={paths.kycSuccess.path} replace />}
    />
  )
}
