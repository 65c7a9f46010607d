import { inactivity } from '@puente/contract'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { signOut } from '#lib/session/session.ts'
import { ConfirmDialog } from '#lib/layout/confirm-dialog.tsx'

const SECOND_MS = 1000

/** Asks before logging out. The session is closed on the server at once; the screen follows after a moment. */
export const LogOutDialog = ({ onClose }: { onClose: () => void }) => {
  const t = useTranslations('shell.logOut')
  const [leaving, setLeaving] = useState(false)

  const leave = () => {
    setLeaving(true)
    void signOut(inactivity.logoutDelaySeconds * SECOND_MS)
  }

  return (
    <ConfirmDialog
      title={t('title')}
      description={t('text')}
      action={t('confirm')}
      pending={leaving}
      pendingLabel={t('leaving')}
      onConfirm={leave}
      onClose={onClose}
    />
  )
}
