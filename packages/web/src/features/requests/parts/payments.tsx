import type { MoneyRequest, RequestPayment } from '@puente/contract'
import { Avatar } from '@puente/ui/avatar'
import { Button } from '@puente/ui/button'
import { Card } from '@puente/ui/card'
import { List, ListRow } from '@puente/ui/list-row'
import { Money } from '@puente/ui/money'
import { Loading, SkeletonRows } from '@puente/ui/skeleton'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { productNow } from '#lib/browser/product-time.ts'
import { useFormats } from '#lib/i18n/format.ts'
import { LoadFailed, failureOf } from '#lib/layout/load-failed.tsx'
import { paths } from '#lib/layout/paths.ts'
import { goneBackBadge, useGoneBackNotes } from '#shared/payment/gone-back.tsx'
import { requestPaymentsQuery } from '../api/requests.ts'

/** Who has paid a link so far, the latest first; it grows while it is looked at. */
export const Payments = ({ row }: { row: MoneyRequest }) => {
  const t = useTranslations('requests')
  const tCommon = useTranslations('common')
  const list = useInfiniteQuery(requestPaymentsQuery(row.id))
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError } = list
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <Card title={t('payments.title')}>
      {list.isError && !list.data ? (
        <LoadFailed {...failureOf(list)} />
      ) : !list.data ? (
        <Loading label={tCommon('loading')}>
          <SkeletonRows count={2} />
        </Loading>
      ) : items.length === 0 ? (
        <p className="text-text-muted">{t('payments.none')}</p>
      ) : (
        <List label={t('payments.title')}>
          {items.map((payment) => (
            <Payment key={payment.transactionId} payment={payment} />
          ))}
        </List>
      )}
      {isFetchNextPageError && <p role="alert">{t('payments.moreFailed')}</p>}
      {hasNextPage && (
        <Button
          variant="ghost"
          full
          pending={isFetchingNextPage}
          pendingLabel={tCommon('loading')}
          onClick={() => void list.fetchNextPage()}
        >
          {isFetchNextPageError ? tCommon('retry') : t('more')}
        </Button>
      )}
    </Card>
  )
}

const Payment = ({ payment }: { payment: RequestPayment }) => {
  const t = useTranslations('common')
  const formats = useFormats()
  const name = payment.fullName ?? t('blockedUser')
  const badge = goneBackBadge(payment, payment.amount)
  const notes = useGoneBackNotes()(payment, payment.amount)
  return (
    <ListRow
      leading={<Avatar name={name} src={payment.image} />}
      title={name}
      subtitle={
        badge !== null && (
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            {badge}
            {notes.join(' · ')}
          </span>
        )
      }
      trailing={<Money cents={payment.amount} locale={formats.locale} />}
      trailingNote={formats.recent(payment.date, productNow())}
      render={(target) => (
        <Link to={paths.movementsDetail.path} state={{ movement: payment.transactionId }} {...target} />
      )}
    />
  )
}
