import type { FeeOperation, Result } from '@puente/contract'
import { useTranslations } from 'use-intl'
import { useFormats } from '#lib/i18n/format.ts'

type Fees = Result<'config'>['fees']

const BPS = 10_000

/** What a way of moving money costs, from the schedule; its line for the smallest amounts speaks for it. */
export const useFeeText = (fees: Fees): ((operation: FeeOperation) => string) => {
  const t = useTranslations('money')
  const { locale, money } = useFormats()
  return (operation) => {
    const line = fees.filter((fee) => fee.operation === operation).toSorted((a, b) => a.fromCents - b.fromCents)[0]
    if (!line || (line.bps === 0 && line.fixedCents === 0)) return t('free')
    const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }).format(line.bps / BPS)
    return line.fixedCents === 0
      ? t('rate.percent', { percent })
      : t('rate.percentAndFixed', { percent, fixed: money(line.fixedCents) })
  }
}
