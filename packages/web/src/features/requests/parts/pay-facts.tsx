import type { PayMethod } from '@puente/contract'
import { DefinitionList } from '@puente/ui/definition-list'
import { Money } from '@puente/ui/money'
import { Skeleton } from '@puente/ui/skeleton'
import { useTranslations } from 'use-intl'
import { useFormats } from '#lib/i18n/format.ts'
import { useFeeRow } from '#shared/payment/fee-row.tsx'
import { payMethods } from '#shared/payment/pay-methods.ts'
import type { Quote } from '#shared/payment/quote.ts'

/** The fee, when it arrives, and what it comes to. The amount itself leads the screen. */
export const PayFacts = ({ method, quote }: { method: PayMethod; quote: Quote | undefined }) => {
  const t = useTranslations('transfers.send')
  const { locale } = useFormats()
  const waiting = (
    <span className="inline-block w-16">
      <Skeleton />
    </span>
  )
  return (
    <DefinitionList
      rows={[
        useFeeRow(quote, waiting),
        { term: t('detail.when'), value: t(`speed.${payMethods[method].like}`) },
        {
          term: t('detail.total'),
          value: quote ? <Money cents={quote.totalCharge} locale={locale} /> : waiting,
          strong: true,
        },
      ]}
    />
  )
}
