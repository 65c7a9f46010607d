import type { Invoice } from '@puente/contract'
import { Money } from '@puente/ui/money'
import { useTranslations } from 'use-intl'
import { useFormats } from '#lib/i18n/format.ts'
import { ProductPicture } from '#shared/invoice/product-picture.tsx'

export type Line = Pick<Invoice['products'][number], 'productId' | 'name' | 'price' | 'quantity' | 'amount' | 'image'>

/** What an invoice is for, line by line, and what it comes to. */
export const InvoiceLines = ({ lines, total }: { lines: readonly Line[]; total: number }) => {
  const t = useTranslations('invoices')
  const { locale, money } = useFormats()
  return (
    <div className="grid gap-3">
      {lines.length > 0 && (
        <ul aria-label={t('lines')} className="divide-y divide-border border-b border-border">
          {lines.map(({ productId, name, price, quantity, amount, image }) => (
            <li key={productId} className="flex flex-wrap items-center gap-x-3.5 gap-y-1 py-3 first:pt-0">
              <ProductPicture image={image} />
              <span className="grid min-w-0 flex-[1_1_8rem] gap-0.5 wrap-anywhere">
                <span className="font-medium">{name}</span>
                <span className="text-sm text-text-muted tabular-nums">{`${quantity} × ${money(price)}`}</span>
              </span>
              <span className="ms-auto">
                <Money cents={amount} locale={locale} />
              </span>
            </li>
          ))}
        </ul>
      )}
      <p className="flex flex-wrap items-baseline justify-between gap-x-6">
        <span className="font-semibold">{t('total')}</span>
        <Money cents={total} locale={locale} size="lg" />
      </p>
    </div>
  )
}
