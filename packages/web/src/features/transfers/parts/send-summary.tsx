import { Card } from '@puente/ui/card'
import { DefinitionList } from '@puente/ui/definition-list'
import { Money } from '@puente/ui/money'
import { useTranslations } from 'use-intl'
import { useFormats } from '#lib/i18n/format.ts'
import type { Quote } from '#shared/payment/quote.ts'
import type { Recipient, SendMethod } from '#shared/payment/send-draft.ts'
import { useFeeRow } from '#shared/payment/fee-row.tsx'

type Props = { method: SendMethod; recipient: Recipient; amount: number | null; quote: Quote | undefined }

/** What a payment has come to so far, beside the amount that is typed. */
export const SendSummary = ({ method, recipient, amount, quote }: Props) => {
  const t = useTranslations('transfers.send')
  const feeRow = useFeeRow(quote, '\u2013')
  const { locale } = useFormats()
  const money = (cents: number | null | undefined) => (cents ? <Money cents={cents} locale={locale} /> : '\u2013')
  return (
    <Card title={t('amount.summary')}>
      <DefinitionList
        rows={[
          { term: t('detail.to'), value: recipient.fullName },
          { term: t('detail.amount'), value: money(amount) },
          feeRow,
          { term: t('detail.when'), value: t(`speed.${method}`) },
          { term: t('detail.total'), value: money(quote?.totalCharge), strong: true },
        ]}
      />
    </Card>
  )
}
