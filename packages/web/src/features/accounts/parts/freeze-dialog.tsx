import { Button } from '@puente/ui/button'
import { Dialog } from '@puente/ui/dialog'
import { useTranslations } from 'use-intl'

type Props = { pending: boolean; onFreeze: () => void; onClose: () => void }

/** The one question before an account is frozen. */
export const FreezeDialog = ({ pending, onFreeze, onClose }: Props) => {
  const t = useTranslations('accounts.freeze.ask')
  const common = useTranslations('common')
  return (
    <Dialog
      open
      dismissible={!pending}
      onOpenChange={(open) => !open && onClose()}
      title={t('title')}
      description={t('text')}
      actions={
        <>
          <Button variant="danger" pending={pending} pendingLabel={common('working')} onClick={onFreeze}>
            {t('confirm')}
          </Button>
          <Button variant="secondary" disabled={pending} onClick={onClose}>
            {common('cancel')}
          </Button>
        </>
      }
    />
  )
}
