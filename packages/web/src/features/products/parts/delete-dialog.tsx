import type { Product } from '@puente/contract'
import { useNotices } from '@puente/ui/notice'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { call } from '#lib/api/api.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import { ConfirmDialog } from '#lib/layout/confirm-dialog.tsx'

type Props = { product: Product; onClose: () => void }

/** Asks before a product leaves the catalogue; invoices that have it keep it. */
export const DeleteDialog = ({ product, onClose }: Props) => {
  const t = useTranslations('products.delete')
  const client = useQueryClient()
  const { show } = useNotices()
  const remove = useMutation({
    mutationFn: () => call('deleteProducts', { ids: [product.id] }),
    onSuccess: () => show('positive', t('done')),
    onError: () => show('negative', t('failed')),
    onSettled: () => {
      onClose()
      return client.invalidateQueries({ queryKey: queryKeys.products })
    },
  })
  return (
    <ConfirmDialog
      title={t('title', { name: product.name })}
      description={t('text')}
      action={t('action')}
      keep={t('keep')}
      pending={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    />
  )
}
