import { DefinitionList } from '@puente/ui/definition-list'
import { Money } from '@puente/ui/money'
import { Skeleton } from '@puente/ui/skeleton'
import { useTranslations } from 'use-intl'
import { useFormats } from '#lib/i18n/format.ts'
import { useMe } from '#lib/session/me.ts'
import { Balance } from '#shared/movement/balance.tsx'
import { useFeeRow } from '#shared/payment/fee-row.tsx'
import type { Quote } from '#shared/payment/quote.ts'
import { debtShare } from './debt-share.ts'
import type { DepositMethod } from './deposit-methods.ts'

type Props = {
  method: DepositMethod
  /** Null while there is none, or none that can be paid. */
  amount: number | null
  /** Undefined while it is worked out. */
  quote: Quote | undefined
}

/** What arrives and when, or what of it pays a debt, what it costs, what is to be paid. */
export const QuoteFacts = ({ method, amount, quote }: Props) => {
  const t = useTranslations('transfers.deposit')
  const formats = useFormats()
  const money = (cents: number) => <Money cents={cents} locale={formats.locale} />
  const waiting = amount ? (
    <span className="inline-block w-16">
      <Skeleton />
    </span>
  ) : (
    '\u2013'
  )
  const feeRow = useFeeRow(quote, waiting)
  const share = debtShare(amount ?? 0, useMe().owed)
  return (
    <DefinitionList
      rows={[
        ...(share && amount
          ? [
              { term: t('facts.debt'), value: money(share.paid) },
              ...(share.left > 0 ? [{ term: t('facts.debtLeft'), value: <Balance cents={share.left} /> }] : []),
              ...(share.added > 0 ? [{ term: t('facts.added'), value: money(share.added) }] : []),
            ]
          : [{ term: t('facts.add'), value: amount ? money(amount) : waiting }]),
        feeRow,
        { term: t('facts.when'), value: t(`speed.${method}`) },
        { term: t(`facts.total.${method}`), value: quote ? money(quote.totalCharge) : waiting, strong: true },
      ]}
    />
  )
}
