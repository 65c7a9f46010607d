import { Button } from '@puente/ui/button'
import { Dialog } from '@puente/ui/dialog'
import { Stepper } from '@puente/ui/stepper'
import { useRouter } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { isKycOpen } from './kyc-standing.ts'
import { kycStepOf, stepScreens, type KycStep } from './kyc-step.ts'
import { useMe } from '#lib/session/me.ts'
import { useScreenExists } from '#lib/layout/paths.ts'

const steps = ['account', 'phone', 'identity'] as const satisfies readonly KycStep[]

/** Why money cannot move yet: the three steps of the set-up, with the way to the next one. */
export const KycDialog = ({ onClose }: { onClose: () => void }) => {
  const t = useTranslations()
  const router = useRouter()
  const exists = useScreenExists()
  const me = useMe()
  const current = kycStepOf(me)
  const open = current === 'done' ? undefined : current
  // While the identity is in review there is nothing to do, and its screen would only lead home.
  const leads = current !== 'identity' || isKycOpen(me)

  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      title={t('shell.kyc.title')}
      description={t('shell.kyc.text')}
      closeLabel={t('common.close')}
      actions={
        open !== undefined &&
        leads &&
        exists(stepScreens[open]) && (
          <Button
            full
            onClick={() => {
              onClose()
              router.history.push(stepScreens[open])
            }}
          >
            {t(`shell.kyc.actions.${open}`)}
          </Button>
        )
      }
    >
      <Stepper
        label={t('shell.kyc.title')}
        steps={steps.map((step) => t(`shell.kyc.steps.${step}`))}
        current={open === undefined ? steps.length : steps.indexOf(open)}
        doneLabel={t('common.done')}
      />
    </Dialog>
  )
}
