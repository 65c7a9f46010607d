import { Loading, Skeleton, SkeletonRows } from '@puente/ui/skeleton'
import { Stepper } from '@puente/ui/stepper'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Navigate, useRouter } from '@tanstack/react-router'
import { useState, type ReactElement } from 'react'
import { useTranslations } from 'use-intl'
import { LoadFailed, failureOf } from '#lib/layout/load-failed.tsx'
import { paths } from '#lib/layout/paths.ts'
import { Screen } from '#lib/layout/screen.tsx'
import { DetailsStep } from '../parts/details-step.tsx'
import { DocumentStep } from '../parts/document-step.tsx'
import { reloadKyc, reportQuery } from '../api/kyc-report.ts'
import { PARTS, isAgain, isWanted, planOf, type KycReport, type Part } from '../api/kyc-rules.ts'
import { SelfieStep } from '../parts/selfie-step.tsx'

/** The parts of the check, one at a time, beginning with the first that is still wanted. */
export const KycWizardScreen = () => {
  const t = useTranslations('common')
  const report = useQuery(reportQuery)
  return (
    <Screen width="form">
      {report.data ? (
        <Wizard report={report.data} />
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

type StepProps = { onDone: () => Promise<void>; moved: boolean }
const steps: Record<Part, (props: StepProps) => ReactElement> = {
  document: DocumentStep,
  selfie: SelfieStep,
  details: DetailsStep,
}

const Wizard = ({ report }: { report: KycReport }) => {
  const t = useTranslations()
  const router = useRouter()
  const client = useQueryClient()
  // The steps of this visit, fixed at its start: the answer to a submitted part must not change the steps that follow.
  const [plan] = useState(() => planOf(report))
  const [done, setDone] = useState(() => new Set(isAgain(report) ? [] : plan.filter((part) => !isWanted(part, report))))
  const [moved, setMoved] = useState(false)
  const current = plan.find((part) => !done.has(part))

  const finish = async (part: Part) => {
    await reloadKyc(client)
    const all = new Set([...done, part])
    if (plan.every((one) => all.has(one))) {
      await router.navigate({ to: paths.kycSuccess.path, replace: true })
      return
    }
    setMoved(true)
    setDone(all)
  }

  // Submitted meanwhile, perhaps from another device.
  if (current === undefined) return <Navigate to={paths.kycSuccess.path} replace />
  const Step = steps[current]
  return (
    <>
      {plan.length > 1 && (
        <Stepper
          label={t('kyc.title')}
          steps={plan.map((part) => t(`kyc.parts.${part}.title`))}
          current={plan.indexOf(current)}
          doneLabel={t('common.done')}
        />
      )}
      <Step key={current} moved={moved} onDone={() => finish(current)} />
    </>
  )
}
