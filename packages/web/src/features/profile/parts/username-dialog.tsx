import { useTranslations } from 'use-intl'
import { ConfirmDialog } from '#lib/layout/confirm-dialog.tsx'
import { strong } from './strong.tsx'

type Props = { username: string; pending: boolean; onConfirm: () => void; onClose: () => void }

/** The one question before the only change of a username: shows it as it will be. */
export const UsernameDialog = ({ username, pending, onConfirm, onClose }: Props) => {
  const t = useTranslations('profile.edit')
  return (
    <ConfirmDialog
      title={t('usernameAsk.title')}
      description={
        <div className="grid gap-2">
          <p>{t.rich('usernameAsk.new', { name: username, strong })}</p>
          <p>{t('usernameOnce')}</p>
        </div>
      }
      action={t('usernameAsk.confirm')}
      danger={false}
      pending={pending}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  )
}
