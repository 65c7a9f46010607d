import { Stepper } from '@puente/ui/stepper'
import { useTranslations } from 'use-intl'

const signUpSteps = ['details', 'phone', 'code', 'address'] as const
export type SignUpStep = (typeof signUpSteps)[number]

/** The four steps of signing up. */
export const SignUpProgress = ({ step }: { step: SignUpStep }) => {
  const t = useTranslations()
  return (
    <Stepper
      label={t('auth.signUp.progress')}
      steps={signUpSteps.map((one) => t(`auth.signUp.steps.${one}`))}
      current={signUpSteps.indexOf(step)}
      doneLabel={t('common.done')}
    />
  )
}
