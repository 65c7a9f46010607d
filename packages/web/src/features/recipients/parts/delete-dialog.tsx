import type { Recipient } from '@puente/contract'
import { useNotices } from '@puente/ui/notice'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { call } from '#lib/api/api.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import { useShowError } from '#lib/forms/use-show-error.ts'
import { ConfirmDialog } from '#lib/layout/confirm-dialog.tsx'
import { useAccountText } from './recipient-row.tsx'

type Props = { recipient: Recipient; onClose: () => void; onDeleted: () => void }

/** Asks before a bank account is taken off the list. */
export const DeleteDialog = ({ recipient, onClose, onDeleted }: Props) => {
  const t = useTranslations('recipients.delete')
  const accountText = useAccountText()
  const client = useQueryClient()
  const { show } = useNotices()
  const fail = useShowError()
  const remove = useMutation({
    mutationFn: () => call('deleteRecipient', { recipientId: recipient.id }),
    onSuccess: () => {
      show('positive', t('done'))
      onDeleted()
    },
    onError: (error) => {
      onClose()
      void fail(error)
    },
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.recipients }),
  })
  return (
    <ConfirmDialog
      title={t('title', { account: accountText(recipient) })}
      description={t('text')}
      action={t('action')}
      keep={t('keep')}
      pending={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    />
  )
}
