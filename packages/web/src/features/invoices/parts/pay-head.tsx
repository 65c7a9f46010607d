import type { Invoice } from '@puente/contract'
import { Money } from '@puente/ui/money'
import { useTranslations } from 'use-intl'
import { useFormats } from '#lib/i18n/format.ts'
import { InvoiceBadge, InvoiceFace, useCounterpart } from './invoice-parts.tsx'

/** Who is paid how much, and for which invoice. */
export const PayHead = ({ row }: { row: Invoice }) => {
  const t = useTranslations('invoices')
  const { locale } = useFormats()
  const name = useCounterpart()(row)
  return (
    <div className="grid justify-items-center gap-1.5 text-center">
      <InvoiceFace row={row} />
      <p className="pt-1 text-lg font-semibold wrap-anywhere">{t('head.received', { name })}</p>
      <Money cents={row.amount} locale={locale} size="xl" />
      <p className="flex flex-wrap items-center justify-center gap-2 text-sm text-text-muted">
        {row.reference}
        {row.overdue && <InvoiceBadge row={row} />}
      </p>
    </div>
  )
}
