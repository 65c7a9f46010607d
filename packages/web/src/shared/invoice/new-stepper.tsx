import { Stepper } from '@puente/ui/stepper'
import { useTranslations } from 'use-intl'

const STEPS = ['recipient', 'content', 'review'] as const

/** Where one is between choosing a person and sending the invoice. */
export const NewStepper = ({ at }: { at: (typeof STEPS)[number] }) => {
  const t = useTranslations('invoices.steps')
  const tCommon = useTranslations('common')
  return (
    // Read, but not seen where there is no height for it.
    <div className="short:sr-only">
      <Stepper
        label={t('label')}
        steps={STEPS.map((step) => t(step))}
        current={STEPS.indexOf(at)}
        doneLabel={tCommon('done')}
      />
    </div>
  )
}
