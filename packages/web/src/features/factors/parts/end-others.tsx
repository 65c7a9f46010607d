import { useNotices } from '@puente/ui/notice'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '#lib/api/api.ts'
import { useShowError } from '#lib/forms/use-show-error.ts'
import { ConfirmDialog } from '#lib/layout/confirm-dialog.tsx'

/** After a factor was added: sessions that were opened without it can be ended. */
export const EndOthers = ({ onClose }: { onClose: () => void }) => {
  const t = useTranslations('factors.others')
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
    <ConfirmDialog
      title={t('title')}
      description={t('text')}
      action={t('yes')}
      keep={t('no')}
      danger={false}
      pending={pending}
      onConfirm={() => void end()}
      onClose={onClose}
    />
  )
}
