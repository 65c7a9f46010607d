import type { MoneyRequest } from '@puente/contract'
import { ListRow } from '@puente/ui/list-row'
import { Money } from '@puente/ui/money'
import { useTranslations } from 'use-intl'
import { productNow } from '#lib/browser/product-time.ts'
import { useFormats } from '#lib/i18n/format.ts'
import { paths } from '#lib/layout/paths.ts'
import { RowLink } from '#lib/layout/row-link.tsx'
import { RequestBadge, RequestFace, useOtherSide, usePaidText } from './request-parts.tsx'

type Props = {
  row: MoneyRequest
  selected?: boolean
  /** Replaces the current history entry, when one detail follows another. */
  replace?: boolean
}

/** A request as a row of a list, linked to its detail. */
export const RequestRow = ({ row, selected = false, replace = false }: Props) => {
  const t = useTranslations('requests')
  const formats = useFormats()
  const name = useOtherSide()(row)
  const paidText = usePaidText()(row)
  const isOver = row.state === 'declined' || row.state === 'cancelled' || row.state === 'expired'
  return (
    <ListRow
      leading={<RequestFace row={row} />}
      title={name}
      subtitle={
        <span className="grid justify-items-start gap-1">
          <span className="line-clamp-2 wrap-anywhere">
            {t(`sides.${row.was}`)} · {row.note}
          </span>
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <RequestBadge row={row} />
            {paidText !== null && <span>{paidText}</span>}
          </span>
        </span>
      }
      trailing={
        <span className={isOver ? 'text-text-muted' : undefined}>
          <Money cents={row.amount} locale={formats.locale} />
        </span>
      }
      trailingNote={formats.recent(row.date, productNow())}
      selected={selected}
      render={(target) => (
        <RowLink target={target} to={paths.requestsDetail.path} state={{ request: row.id }} replace={replace} />
      )}
    />
  )
}
