import { Button } from '@puente/ui/button'
import { Dialog } from '@puente/ui/dialog'
import { useNotices } from '@puente/ui/notice'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '#lib/api/api.ts'
import { useShowError } from '#lib/forms/use-show-error.ts'

/** After a factor was added: sessions that were opened without it can be ended. */
export const EndOthers = ({ onClose }: { onClose: () => void }) => {
  const t = useTranslations('factors.others')
  const tCommon = useTranslations('common')
  const { show } = useNotices()
  const fail = useShowError()
  const [pending, setPending] = useState(false)

  const end = async () => {
    setPending(true)
    try {
      await call('endSessions', { all: 'others' })
      show('positive', t('done'))
      onClose()
    } catch (error) {
      await fail(error)
      setPending(false)
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('title')}
      description={t('text')}
      actions={
        <>
          <Button pending={pending} pendingLabel={tCommon('working')} onClick={() => void end()}>
            {t('yes')}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {t('no')}
          </Button>
        </>
      }
    />
  )
}
