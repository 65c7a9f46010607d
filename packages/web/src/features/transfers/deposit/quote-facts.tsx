import { Card } from '@puente/ui/card'
import { DefinitionList } from '@puente/ui/definition-list'
import { Money } from '@puente/ui/money'
import { Skeleton } from '@puente/ui/skeleton'
import { useTranslations } from 'use-intl'
import { useFormats } from '#lib/format.ts'
import type { Quote } from '#lib/quote.ts'

type Props = { amount: number; quote: Quote | undefined; freeOperations: number }

/** What arrives, what it costs, what is charged. */
export const QuoteFacts = ({ amount, quote, freeOperations }: Props) => {
  const t = useTranslations('transfers.deposit.facts')
  const tMoney = useTranslations('money')
  const formats = useFormats()
  const money = (cents: number) => <Money cents={cents} locale={formats.locale} />
  const waiting = (
    <span className="inline-block w-16">
      <Skeleton />
    </span>
  )
  const fee = (known: Quote) => {
    if (!known.waived) return known.fee === 0 ? tMoney('free') : money(known.fee)
    return (
      <span className="flex gap-2">
        <s className="text-text-muted">{formats.money(known.scheduledFee)}</s>
        {tMoney('free')}
      </span>
    )
  }
  const freeLeft = (known: Quote) => (
    <span className="text-positive">{t('free', { left: String(known.freeLeft), total: String(freeOperations) })}</span>
  )
  return (
    <Card>
      <DefinitionList
        rows={[
          { term: t('add'), value: money(amount) },
          { term: t('fee'), value: quote ? fee(quote) : waiting, ...(quote?.waived && { note: freeLeft(quote) }) },
          { term: t('total'), value: quote ? money(quote.totalCharge) : waiting, strong: true },
        ]}
      />
    </Card>
  )
}
