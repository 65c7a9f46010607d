/** The steps of a visit, one at a time, with the way they have come. */
import { Stepper } from '@puente/ui/stepper'
import { useState, type ReactElement } from 'react'
import { useTranslations } from 'use-intl'
import type { Part } from '../api/kyc-rules.ts'
import type { StepProps } from '../api/use-sending.ts'
import { DetailsStep } from './details-step.tsx'
import { DocumentStep } from './document-step.tsx'
import { AddressStep, CompanyStep } from './paper-step.tsx'
import { SelfieStep } from './selfie-step.tsx'
import { VideoStep } from './video-step.tsx'

const steps: Record<Part, (props: StepProps) => ReactElement> = {
  document: DocumentStep,
  selfie: SelfieStep,
  details: DetailsStep,
  address: AddressStep,
  company: CompanyStep,
  video: VideoStep,
}

type Props = Pick<StepProps, 'bearer' | 'onRefused'> & {
  label: string
  /** Fixed for the visit: what is sent on the way must not change the steps that follow. */
  plan: readonly Part[]
  /** Handed in before, or meanwhile on another device. */
  isDone: (part: Part) => boolean
  /** After a part has arrived; `isLast` when nothing of the plan is left. */
  onPart: (part: Part, isLast: boolean) => Promise<void>
  /** Shown when nothing is left. */
  whenDone: ReactElement
}

export const StepFlow = ({ label, plan, isDone, onPart, whenDone, ...rest }: Props) => {
  const t = useTranslations()
  const [sent, setSent] = useState<ReadonlySet<Part>>(new Set())
  const left = plan.filter((part) => !sent.has(part) && !isDone(part))
  const [current] = left
  if (current === undefined) return whenDone
  const finish = async () => {
    await onPart(current, left.length === 1)
    setSent((all) => new Set([...all, current]))
  }
  const Step = steps[current]
  return (
    <>
      {plan.length > 1 && (
        <Stepper
          label={label}
          steps={plan.map((part) => t(`kyc.parts.${part}.title`))}
          current={plan.indexOf(current)}
          doneLabel={t('common.done')}
        />
      )}
      <Step key={current} moved={sent.size > 0} onDone={finish} {...rest} />
    </>
  )
}
