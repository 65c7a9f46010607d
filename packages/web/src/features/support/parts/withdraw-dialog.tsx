import type { Dispute } from '@puente/contract'
import { Button } from '@puente/ui/button'
import { Dialog } from '@puente/ui/dialog'
import { useNotices } from '@puente/ui/notice'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { call } from '#lib/api/api.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import { useShowError } from '#lib/forms/use-show-error.ts'

/** Asks before a report is withdrawn. */
export const WithdrawDialog = ({ dispute, onClose }: { dispute: Dispute; onClose: () => void }) => {
  const t = useTranslations('disputes.withdraw')
  const tCommon = useTranslations('common')
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
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('title')}
      description={t(dispute.credit === null ? 'text' : 'textWithCredit')}
      actions={
        <>
          <Button
            variant="danger"
            pending={withdraw.isPending}
            pendingLabel={tCommon('working')}
            onClick={() => withdraw.mutate()}
          >
            {t('action')}
          </Button>
          <Button
            variant="secondary"
            // An Enter too many changes nothing.
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
