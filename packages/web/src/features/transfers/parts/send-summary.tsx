import { Card } from '@puente/ui/card'
import { DefinitionList } from '@puente/ui/definition-list'
import { Money } from '@puente/ui/money'
import { useTranslations } from 'use-intl'
import { useFormats } from '#lib/i18n/format.ts'
import type { Quote } from '#shared/payment/quote.ts'
import type { Recipient } from '#shared/payment/send-draft.ts'

type Props = { recipient: Recipient; amount: number | null; quote: Quote | undefined }

/** What a payment has come to so far, beside the amount that is typed. */
export const SendSummary = ({ recipient, amount, quote }: Props) => {
  const t = useTranslations('transfers.send')
  const tMoney = useTranslations('money')
  const { locale } = useFormats()
  const money = (cents: number | null | undefined) => (cents ? <Money cents={cents} locale={locale} /> : '\u2013')
  return (
    <Card title={t('amount.summary')}>
      <DefinitionList
        rows={[
          { term: t('detail.to'), value: recipient.fullName },
          { term: t('detail.amount'), value: money(amount) },
          { term: t('detail.fee'), value: quote?.fee === 0 ? tMoney('free') : money(quote?.fee) },
          { term: t('detail.when'), value: t('detail.soon') },
          { term: t('detail.total'), value: money(quote?.totalCharge), strong: true },
        ]}
      />
    </Card>
  )
}
