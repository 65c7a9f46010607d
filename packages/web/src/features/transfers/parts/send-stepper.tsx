import { Stepper } from '@puente/ui/stepper'
import { useTranslations } from 'use-intl'

const STEPS = ['recipient', 'amount', 'review'] as const

/** Where one is between choosing a person and sending. */
export const SendStepper = ({ at }: { at: (typeof STEPS)[number] }) => {
  const t = useTranslations()
  return (
    // Read, but not seen where there is no height for it.
    <div className="short:sr-only">
      <Stepper
        label={t('transfers.send.steps.label')}
        steps={STEPS.map((step) => t(`transfers.send.steps.${step}`))}
        current={STEPS.indexOf(at)}
        doneLabel={t('common.done')}
      />
    </div>
  )
}
