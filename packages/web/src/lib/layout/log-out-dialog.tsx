import { Button } from '@puente/ui/button'
import { Dialog } from '@puente/ui/dialog'
import { inactivity } from '@puente/contract'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { signOut } from '#lib/session/session.ts'

const SECOND_MS = 1000

/** Asks before logging out. The session is closed on the server at once; the screen follows after a moment. */
export const LogOutDialog = ({ onClose }: { onClose: () => void }) => {
  const t = useTranslations()
  const [leaving, setLeaving] = useState(false)

  const leave = () => {
    if (leaving) return
    setLeaving(true)
    void signOut(inactivity.logoutDelaySeconds * SECOND_MS)
  }

  return (
    <Dialog
      open
      dismissible={!leaving}
      onOpenChange={(open) => !open && onClose()}
      title={t('shell.logOut.title')}
      description={t('shell.logOut.text')}
      actions={
        <>
          <Button variant="danger" pending={leaving} pendingLabel={t('shell.logOut.leaving')} onClick={leave}>
            {t('shell.logOut.confirm')}
          </Button>
          {!leaving && (
            <Button variant="secondary" onClick={onClose}>
              {t('common.cancel')}
            </Button>
          )}
        </>
      }
    />
  )
}
