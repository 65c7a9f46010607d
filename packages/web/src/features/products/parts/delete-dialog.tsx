import type { Product } from '@puente/contract'
import { Button } from '@puente/ui/button'
import { Dialog } from '@puente/ui/dialog'
import { useNotices } from '@puente/ui/notice'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { call } from '#lib/api/api.ts'
import { queryKeys } from '#lib/api/query-keys.ts'

type Props = { product: Product; onClose: () => void }

/** Asks before a product leaves the catalogue; invoices that have it keep it. */
export const DeleteDialog = ({ product, onClose }: Props) => {
  const t = useTranslations('products.delete')
  const tCommon = useTranslations('common')
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
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('title', { name: product.name })}
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
