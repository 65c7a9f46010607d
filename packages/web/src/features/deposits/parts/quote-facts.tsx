import { DefinitionList } from '@puente/ui/definition-list'
import { Money } from '@puente/ui/money'
import { Skeleton } from '@puente/ui/skeleton'
import { useTranslations } from 'use-intl'
import { useFormats } from '#lib/i18n/format.ts'
import type { Quote } from '#shared/payment/quote.ts'

type Props = {
  /** Null while there is none, or none that can be paid. */
  amount: number | null
  /** Undefined while it is worked out. */
  quote: Quote | undefined
  freeOperations: number
}

/** What arrives and when, what it costs, what is charged. */
export const QuoteFacts = ({ amount, quote, freeOperations }: Props) => {
  const t = useTranslations('transfers.deposit.facts')
  const tMoney = useTranslations('money')
  const formats = useFormats()
  const money = (cents: number) => <Money cents={cents} locale={formats.locale} />
  const waiting = amount ? (
    <span className="inline-block w-16">
      <Skeleton />
    </span>
  ) : (
    '\u2013'
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
    <DefinitionList
      rows={[
        { term: t('add'), value: amount ? money(amount) : waiting },
        { term: t('fee'), value: quote ? fee(quote) : waiting, ...(quote?.waived && { note: freeLeft(quote) }) },
        { term: t('when'), value: t('soon') },
        { term: t('total'), value: quote ? money(quote.totalCharge) : waiting, strong: true },
      ]}
    />
  )
}
