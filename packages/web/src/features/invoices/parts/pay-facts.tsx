import type { PayMethod } from '@puente/contract'
import { DefinitionList } from '@puente/ui/definition-list'
import { Money } from '@puente/ui/money'
import { Skeleton } from '@puente/ui/skeleton'
import { useTranslations } from 'use-intl'
import { useFormats } from '#lib/i18n/format.ts'
import { useFeeRow } from '#shared/payment/fee-row.tsx'
import { payMethods } from '#shared/payment/pay-methods.ts'
import type { Quote } from '#shared/payment/quote.ts'

type Props = { method: PayMethod; quote: Quote | undefined; withMethod?: boolean }

/** The way of paying, its fee, when it arrives, and what it comes to. The amount itself leads the screen. */
export const PayFacts = ({ method, quote, withMethod = false }: Props) => {
  const t = useTranslations('invoices')
  const tSend = useTranslations('transfers.send')
  const tActivity = useTranslations('activity.detail')
  const { locale } = useFormats()
  const waiting = (
    <span className="inline-block w-16">
      <Skeleton />
    </span>
  )
  const feeRow = useFeeRow(quote, waiting)
  return (
    <DefinitionList
      rows={[
        ...(withMethod ? [{ term: tActivity('method'), value: t(`methods.${method}`) }] : []),
        feeRow,
        { term: tSend('detail.when'), value: tSend(`speed.${payMethods[method].like}`) },
        {
          term: t('total'),
          value: quote ? <Money cents={quote.totalCharge} locale={locale} /> : waiting,
          strong: true,
        },
      ]}
    />
  )
}
