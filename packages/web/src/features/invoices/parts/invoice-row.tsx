import type { Invoice } from '@puente/contract'
import { ListRow } from '@puente/ui/list-row'
import { Money } from '@puente/ui/money'
import { useTranslations } from 'use-intl'
import { productNow } from '#lib/browser/product-time.ts'
import { useFormats } from '#lib/i18n/format.ts'
import { paths } from '#lib/layout/paths.ts'
import { RowLink } from '#lib/layout/row-link.tsx'
import { InvoiceBadge, InvoiceFace, useCounterpart, useStateNote } from './invoice-parts.tsx'

type Props = {
  row: Invoice
  selected: boolean
  /** Replaces the current history entry, when one detail follows another. */
  replace: boolean
}

/** An invoice as a row of the list, linked to its detail. */
export const InvoiceRow = ({ row, selected, replace }: Props) => {
  const t = useTranslations('invoices')
  const formats = useFormats()
  const nameOf = useCounterpart()
  const note = useStateNote()(row)
  const isOpen = row.state === 'toPay' || row.state === 'processing'
  const words = [
    t(`sides.${row.was}`),
    row.reference,
    row.dueDate !== null && isOpen
      ? t('due', { day: formats.weekday(row.dueDate) })
      : formats.recent(row.date, productNow()),
  ]
  return (
    <ListRow
      leading={<InvoiceFace row={row} />}
      title={nameOf(row)}
      subtitle={
        <span className="grid justify-items-start gap-1">
          <span>{words.join(' · ')}</span>
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <InvoiceBadge row={row} />
            {note !== null && <span>{note}</span>}
          </span>
        </span>
      }
      trailing={
        <span className={row.state === 'declined' || row.state === 'cancelled' ? 'text-text-muted' : undefined}>
          <Money cents={row.amount} locale={formats.locale} />
        </span>
      }
      selected={selected}
      render={(target) => (
        <RowLink target={target} to={paths.invoicesDetail.path} state={{ invoice: row.id }} replace={replace} />
      )}
    />
  )
}
