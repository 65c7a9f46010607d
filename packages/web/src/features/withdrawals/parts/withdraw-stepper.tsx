import { Stepper } from '@puente/ui/stepper'
import { useTranslations } from 'use-intl'

const STEPS = ['recipient', 'amount', 'review'] as const

/** Where one is between choosing an account and withdrawing to it. */
export const WithdrawStepper = ({ at }: { at: (typeof STEPS)[number] }) => {
  const t = useTranslations()
  return (
    // Read, but not seen where there is no height for it.
    <div className="short:sr-only">
      <Stepper
        label={t('withdrawals.steps.label')}
        steps={STEPS.map((step) => t(`withdrawals.steps.${step}`))}
        current={STEPS.indexOf(at)}
        doneLabel={t('common.done')}
      />
    </div>
  )
}
