import type { FeeOperation, Result } from '@puente/contract'
import { useTranslations } from 'use-intl'
import { useFormats } from '#lib/i18n/format.ts'

type Fees = Result<'config'>['fees']

const BPS = 10_000

const linesOf = (fees: Fees, operation: FeeOperation) =>
  fees.filter((fee) => fee.operation === operation).toSorted((a, b) => a.fromCents - b.fromCents)

/** What the schedule asks for an amount, in cents; free payments don't count. */
export const feeOf = (fees: Fees, operation: FeeOperation, amountCents: number): number => {
  const line = linesOf(fees, operation).findLast(({ fromCents }) => fromCents <= amountCents)
  return line ? Math.round((amountCents * line.bps) / BPS) + line.fixedCents : 0
}

const usePercent = () => {
  const { locale } = useFormats()
  return (bps: number): string =>
    new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }).format(bps / BPS)
}

/** What a way of moving money costs, from the schedule: its line for the smallest amounts. */
export const useFeeText = (fees: Fees): ((operation: FeeOperation) => string) => {
  const t = useTranslations('money')
  const { money } = useFormats()
  const percentOf = usePercent()
  return (operation) => {
    const [line] = linesOf(fees, operation)
    if (!line || (line.bps === 0 && line.fixedCents === 0)) return t('free')
    const percent = percentOf(line.bps)
    return line.fixedCents === 0
      ? t('rate.percent', { percent })
      : t('rate.percentAndFixed', { percent, fixed: money(line.fixedCents) })
  }
}

/** What larger amounts cost, and from which on; undefined where one line is for all. */
export const useLargerFeeText = (fees: Fees): ((operation: FeeOperation) => string | undefined) => {
  const t = useTranslations('money')
  const { money } = useFormats()
  const percentOf = usePercent()
  return (operation) => {
    const [, line] = linesOf(fees, operation)
    if (!line) return undefined
    const percent = percentOf(line.bps)
    const rate = line.fixedCents === 0 ? percent : `${percent} + ${money(line.fixedCents)}`
    return t('rate.from', { rate, amount: money(line.fromCents) })
  }
}
