import type { Transaction } from '@puente/contract'
import { Button } from '@puente/ui/button'
import { Dialog } from '@puente/ui/dialog'
import { useNotices } from '@puente/ui/notice'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { call } from '#lib/api/api.ts'
import { useFormats } from '#lib/i18n/format.ts'
import { useMovementName } from '#shared/movement/movement-texts.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import { useShowError } from '#lib/forms/use-show-error.ts'

type Props = { row: Transaction; onClose: () => void }

/** Asks before money that waits for its receiver is taken back. */
export const TakeBackDialog = ({ row, onClose }: Props) => {
  const t = useTranslations('activity.detail')
  const tCommon = useTranslations('common')
  const formats = useFormats()
  const name = useMovementName()(row)
  const client = useQueryClient()
  const { show } = useNotices()
  const fail = useShowError()

  const takeBack = useMutation({
    mutationFn: () => call('cancelTransaction', { transactionId: row.id }),
    onSuccess: () => show('positive', t('takenBack')),
    onError: (error) => fail(error),
    onSettled: () => {
      onClose()
      // The live stream reports this too, unless it is disconnected.
      for (const queryKey of [queryKeys.transaction(row.id), queryKeys.transactions, queryKeys.me])
        void client.invalidateQueries({ queryKey })
    },
  })

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('takeBackTitle', { amount: formats.money(row.amount) })}
      description={t('takeBackText', { name })}
      actions={
        <>
          <Button pending={takeBack.isPending} pendingLabel={tCommon('working')} onClick={() => takeBack.mutate()}>
            {t('takeBack')}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {t('keep')}
          </Button>
        </>
      }
    />
  )
}
