import type { MoneyRequest } from '@puente/contract'
import { useTranslations } from 'use-intl'
import { ConfirmDialog } from '#lib/layout/confirm-dialog.tsx'
import { useRequestAct } from '../api/use-request-act.ts'

type Props = { how: 'cancel' | 'decline'; row: MoneyRequest; name: string; onClose: () => void }

/** Asks before a request is ended for good. */
export const EndDialog = ({ how, row, name, onClose }: Props) => {
  const t = useTranslations('requests')
  const act = useRequestAct(how === 'cancel' ? 'cancelRequest' : 'declineRequest', {
    requestId: row.id,
    done: t(`${how}.done`),
    onEnd: onClose,
  })
  return (
    <ConfirmDialog
      title={t(`${how}.title`)}
      description={row.to === null ? t('cancel.linkText') : t(`${how}.text`, { name })}
      action={t(`${how}.action`)}
      keep={t('keep')}
      pending={act.isPending}
      onConfirm={() => act.mutate()}
      onClose={onClose}
    />
  )
}
