import type { Dispute } from '@puente/contract'
import { useNotices } from '@puente/ui/notice'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { call } from '#lib/api/api.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import { useShowError } from '#lib/forms/use-show-error.ts'
import { ConfirmDialog } from '#lib/layout/confirm-dialog.tsx'

/** Asks before a report is withdrawn. */
export const WithdrawDialog = ({ dispute, onClose }: { dispute: Dispute; onClose: () => void }) => {
  const t = useTranslations('disputes.withdraw')
  const client = useQueryClient()
  const { show } = useNotices()
  const fail = useShowError()
  const withdraw = useMutation({
    mutationFn: () => call('withdrawDispute', { disputeId: dispute.id }),
    onSuccess: (changed) => {
      client.setQueryData(queryKeys.dispute(dispute.id), changed)
      show('positive', t('done'))
    },
    onError: (error) => fail(error),
    onSettled: () => {
      onClose()
      void client.invalidateQueries({ queryKey: queryKeys.disputes })
    },
  })
  return (
    <ConfirmDialog
      title={t('title')}
      description={t(dispute.credit === null ? 'text' : 'textWithCredit')}
      action={t('action')}
      keep={t('keep')}
      pending={withdraw.isPending}
      onConfirm={() => withdraw.mutate()}
      onClose={onClose}
    />
  )
}
