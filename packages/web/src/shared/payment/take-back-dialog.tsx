import type { Transaction } from '@puente/contract'
import { useNotices } from '@puente/ui/notice'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { call } from '#lib/api/api.ts'
import { useFormats } from '#lib/i18n/format.ts'
import { useMovementName } from '#shared/movement/movement-texts.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import { useShowError } from '#lib/forms/use-show-error.ts'
import { ConfirmDialog } from '#lib/layout/confirm-dialog.tsx'

type Props = { row: Transaction; onClose: () => void }

/** Asks before money is taken back that waits for its receiver, or a withdrawal that has not left yet. */
export const TakeBackDialog = ({ row, onClose }: Props) => {
  const t = useTranslations('activity.detail')
  const tWithdrawal = useTranslations('activity.withdrawal')
  const formats = useFormats()
  const name = useMovementName()(row)
  const client = useQueryClient()
  const { show } = useNotices()
  const fail = useShowError()

  const amount = formats.money(row.amount)
  const words =
    row.type === 'withdraw'
      ? {
          title: tWithdrawal('cancelTitle', { amount }),
          text: tWithdrawal('cancelText', { fee: row.fee }),
          action: tWithdrawal('cancel'),
          keep: tWithdrawal('keep'),
          done: tWithdrawal('cancelled'),
        }
      : {
          title: t('takeBackTitle', { amount }),
          text: t('takeBackText', { name }),
          action: t('takeBack'),
          keep: t('keep'),
          done: t('takenBack'),
        }

  const takeBack = useMutation({
    mutationFn: () => call('cancelTransaction', { transactionId: row.id }),
    onSuccess: () => show('positive', words.done),
    onError: (error) => fail(error),
    onSettled: () => {
      onClose()
      // The live stream reports this too, unless it is disconnected.
      for (const queryKey of [queryKeys.transaction(row.id), queryKeys.transactions, queryKeys.me])
        void client.invalidateQueries({ queryKey })
    },
  })

  return (
    <ConfirmDialog
      title={words.title}
      description={words.text}
      action={words.action}
      keep={words.keep}
      danger={false}
      pending={takeBack.isPending}
      onConfirm={() => takeBack.mutate()}
      onClose={onClose}
    />
  )
}
