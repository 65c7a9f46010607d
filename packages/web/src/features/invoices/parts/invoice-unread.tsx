import { Card } from '@puente/ui/card'
import { EmptyState } from '@puente/ui/empty-state'
import { Loading, Skeleton } from '@puente/ui/skeleton'
import { useTranslations } from 'use-intl'
import { ApiRefusal } from '#lib/api/api-errors.ts'
import { LoadFailed, failureOf } from '#lib/layout/load-failed.tsx'

type Props = { invoice: Parameters<typeof failureOf>[0] & { isError: boolean } }

/** Stands for an invoice that is not there yet, did not load, or is nobody's to see. */
export const InvoiceUnread = ({ invoice }: Props) => {
  const t = useTranslations('common')
  const tErrors = useTranslations('errors.codes')
  if (invoice.error instanceof ApiRefusal && invoice.error.code === 'invalidInvoice')
    return <EmptyState title={tErrors('invalidInvoice')} />
  if (invoice.isError) return <LoadFailed {...failureOf(invoice)} />
  return (
    <Loading label={t('loading')}>
      <Card>
        <div className="grid justify-items-center gap-3">
          <Skeleton shape="circle" />
          <Skeleton shape="title" />
          <Skeleton shape="amount" />
        </div>
        <Skeleton />
        <Skeleton />
        <Skeleton shape="block" />
      </Card>
    </Loading>
  )
}
