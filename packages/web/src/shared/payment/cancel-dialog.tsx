import type { Transaction } from '@puente/contract'
import { useNotices } from '@puente/ui/notice'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { call } from '#lib/api/api.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import { useShowError } from '#lib/forms/use-show-error.ts'
import { ConfirmDialog } from '#lib/layout/confirm-dialog.tsx'

type Props = { row: Pick<Transaction, 'id' | 'method'>; onClose: () => void }

/** Asks before a payment that is not final is given up: one that is paid already had better be waited for. */
export const CancelDialog = ({ row: { id, method }, onClose }: Props) => {
  const t = useTranslations('money.cancel')
  const client = useQueryClient()
  const { show } = useNotices()
  const fail = useShowError()
  const cancel = useMutation({
    mutationFn: () => call('cancelTransaction', { transactionId: id }),
    // Paid at the moment it was cancelled: the screen shows that it is done.
    onSuccess: ({ state }) => state === 'CANCELLED' && show('positive', t(method === 'zelle' ? 'doneZelle' : 'done')),
    onError: (error) => fail(error),
    onSettled: () => {
      onClose()
      // The live stream reports this too, unless it is disconnected.
      for (const queryKey of [
        queryKeys.transaction(id),
        queryKeys.zellePayment(id),
        queryKeys.paymentSessions,
        queryKeys.transactions,
        queryKeys.me,
        queryKeys.limits,
        queryKeys.fees,
      ])
        void client.invalidateQueries({ queryKey })
    },
  })
  return (
    <ConfirmDialog
      title={t('title')}
      description={t(method === 'zelle' ? 'textZelle' : 'text')}
      action={t('action')}
      keep={t('keep')}
      pending={cancel.isPending}
      onConfirm={() => cancel.mutate()}
      onClose={onClose}
    />
  )
}
