import { Button } from '@puente/ui/button'
import { Dialog } from '@puente/ui/dialog'
import { useTranslations } from 'use-intl'
import { strong } from './strong.tsx'

type Props = { username: string; pending: boolean; onConfirm: () => void; onClose: () => void }

/** The one question before the only change of a username: shows it as it will be. */
export const UsernameDialog = ({ username, pending, onConfirm, onClose }: Props) => {
  const t = useTranslations('profile.edit')
  const common = useTranslations('common')
  return (
    <Dialog
      open
      dismissible={!pending}
      onOpenChange={(open) => !open && onClose()}
      title={t('usernameAsk.title')}
      description={
        <div className="grid gap-2">
          <p>{t.rich('usernameAsk.new', { name: username, strong })}</p>
          <p>{t('usernameOnce')}</p>
        </div>
      }
      actions={
        <>
          <Button pending={pending} pendingLabel={common('working')} onClick={onConfirm}>
            {t('usernameAsk.confirm')}
          </Button>
          <Button variant="secondary" disabled={pending} onClick={onClose}>
            {common('cancel')}
          </Button>
        </>
      }
    />
  )
}
