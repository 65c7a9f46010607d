import { useNotices } from '@puente/ui/notice'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { call } from '#lib/api/api.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import { useShowError } from '#lib/forms/use-show-error.ts'
import { ConfirmDialog } from '#lib/layout/confirm-dialog.tsx'

type Props = { handle: string; name: string; onBlocked?: (() => void) | undefined; onClose: () => void }

/** Everything that shows a person, or leaves them out. */
const CHANGED = [
  queryKeys.frequents,
  ['search'],
  ['person'],
  queryKeys.transactions,
  queryKeys.transactionDetails,
  queryKeys.requests,
] as const

/** Says what blocking does before it is done. */
export const BlockDialog = ({ handle, name, onBlocked, onClose }: Props) => {
  const t = useTranslations('contacts.block')
  const client = useQueryClient()
  const { show } = useNotices()
  const fail = useShowError()
  const block = useMutation({
    mutationFn: () => call('block', { userId: handle }),
    onSuccess: (blocked) => {
      client.setQueryData(queryKeys.blocked, blocked)
      show('positive', t('done', { name }))
      for (const queryKey of CHANGED) void client.invalidateQueries({ queryKey })
      onBlocked?.()
    },
    onError: (error) => fail(error),
    onSettled: onClose,
  })
  return (
    <ConfirmDialog
      title={t('title', { name })}
      description={
        <ul className="grid list-disc gap-1.5 ps-5">
          <li>{t('noMoney')}</li>
          <li>{t('notFound')}</li>
          <li>{t('history')}</li>
          <li>{t('notTold')}</li>
        </ul>
      }
      action={t('action')}
      pending={block.isPending}
      onConfirm={() => block.mutate()}
      onClose={onClose}
    />
  )
}
