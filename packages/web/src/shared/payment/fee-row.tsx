import type { Transaction } from '@puente/contract'
import type { DefinitionRow } from '@puente/ui/definition-list'
import { Money } from '@puente/ui/money'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { configQuery } from '#lib/api/config.ts'
import { useFormats } from '#lib/i18n/format.ts'
import { paths } from '#lib/layout/paths.ts'
import { useFreeHolder } from './left-payment.ts'
import type { Quote } from './quote.ts'

/** How many of the free payments are left, counting the one that is quoted; undefined where it has a fee anyway. */
export const useFreeText = (quote: Quote | undefined): string | undefined => {
  const t = useTranslations('money')
  const total = useQuery(configQuery).data?.freeOperations
  return quote?.waived && total !== undefined
    ? t('freeLeft', { left: String(quote.freeLeft), total: String(total) })
    : undefined
}

/** Says that the fee would be none without an unpaid payment, and leads to that one. */
const FreeHeld = ({ row }: { row: Transaction }) => {
  const t = useTranslations('money')
  return (
    <span className="text-text-muted">
      {t('freeHeld')}{' '}
      <Link to={paths.movementsDetail.path} state={{ movement: row.id }} className="font-semibold text-brand-text">
        {t('freeHeldLink')}
      </Link>
    </span>
  )
}

/** The fee as a line of a review: what it would be struck through where this payment is free of it. */
export const useFeeRow = (quote: Quote | undefined, waiting: ReactNode): DefinitionRow => {
  const t = useTranslations('money')
  const { locale, money } = useFormats()
  const free = useFreeText(quote)
  const holder = useFreeHolder(quote)
  if (!quote) return { term: t('fee'), value: waiting }
  if (!quote.waived)
    return {
      term: t('fee'),
      value: quote.fee === 0 ? t('free') : <Money cents={quote.fee} locale={locale} />,
      ...(holder && { note: <FreeHeld row={holder} /> }),
    }
  return {
    term: t('fee'),
    value: (
      <span className="flex gap-2">
        <s className="text-text-muted">{money(quote.scheduledFee)}</s>
        {t('free')}
      </span>
    ),
    ...(free !== undefined && { note: <span className="text-positive">{free}</span> }),
  }
}
