import type { Recipient } from '@puente/contract'
import { Button } from '@puente/ui/button'
import { Dialog } from '@puente/ui/dialog'
import { useNotices } from '@puente/ui/notice'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { call } from '#lib/api/api.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import { useShowError } from '#lib/forms/use-show-error.ts'
import { useAccountText } from './recipient-row.tsx'

type Props = { recipient: Recipient; onClose: () => void; onDeleted: () => void }

/** Asks before a bank account is taken off the list. */
export const DeleteDialog = ({ recipient, onClose, onDeleted }: Props) => {
  const t = useTranslations('recipients.delete')
  const tCommon = useTranslations('common')
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
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('title', { account: accountText(recipient) })}
      description={t('text')}
      actions={
        <>
          <Button
            variant="danger"
            pending={remove.isPending}
            pendingLabel={tCommon('working')}
            onClick={() => remove.mutate()}
          >
            {t('action')}
          </Button>
          <Button
            variant="secondary"
            // An Enter too many deletes nothing.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
            onClick={onClose}
          >
            {t('keep')}
          </Button>
        </>
      }
    />
  )
}
