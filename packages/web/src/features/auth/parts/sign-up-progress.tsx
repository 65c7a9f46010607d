import { Stepper } from '@puente/ui/stepper'
import { useTranslations } from 'use-intl'

const signUpSteps = ['details', 'phone', 'code', 'business', 'address'] as const
export type SignUpStep = (typeof signUpSteps)[number]

type Props = {
  step: SignUpStep
  business?: boolean
  /** A step that was left for later. */
  skipped?: SignUpStep | null
}

/** The steps of signing up: four, and one more for a business. */
export const SignUpProgress = ({ step, business = false, skipped = null }: Props) => {
  const t = useTranslations()
  const steps = signUpSteps.filter((one) => business || one !== 'business')
  return (
    <Stepper
      label={t('auth.signUp.progress')}
      steps={steps.map((one) => t(`auth.signUp.steps.${one}`))}
      current={steps.indexOf(step)}
      skipped={skipped ? [steps.indexOf(skipped)] : []}
      doneLabel={t('common.done')}
    />
  )
}
