import { Button } from '@puente/ui/button'
import { Dialog } from '@puente/ui/dialog'
import { useTranslations } from 'use-intl'

type Props = {
  title: string
  description: string
  /** What the button that does it says. */
  act: string
  pending: boolean
  onAct: () => void
  onClose: () => void
}

/** Asks once more before somebody stops approving. */
export const SureDialog = ({ title, description, act, pending, onAct, onClose }: Props) => {
  const t = useTranslations('approvers')
  const tCommon = useTranslations('common')
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={description}
      actions={
        <>
          <Button variant="danger" pending={pending} pendingLabel={tCommon('working')} onClick={onAct}>
            {act}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {t('back')}
          </Button>
        </>
      }
    />
  )
}
