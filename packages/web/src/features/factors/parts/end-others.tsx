import { useNotices } from '@puente/ui/notice'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '#lib/api/api.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import { useShowError } from '#lib/forms/use-show-error.ts'
import { ConfirmDialog } from '#lib/layout/confirm-dialog.tsx'

/**
 * After a factor was added: sessions that were opened without it can be ended, where there are any. The dialog opens once that is
 * known, when the one before it is gone and keeps the focus no longer.
 */
export const EndOthers = ({ onClose }: { onClose: () => void }) => {
  const t = useTranslations('factors.others')
  const { show } = useNotices()
  const fail = useShowError()
  const [pending, setPending] = useState(false)
  const sessions = useQuery({
    queryKey: [...queryKeys.sessions, 'others'],
    queryFn: ({ signal }) => call('listSessions', undefined, { signal }),
    gcTime: 0,
  })
  // Where they cannot be listed there may be some.
  const isAlone = sessions.data?.items.every(({ current }) => current) ?? false
  const leave = useEffectEvent(onClose)
  useEffect(() => {
    if (isAlone) leave()
  }, [isAlone])

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

  if (isAlone || sessions.isPending) return null
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
