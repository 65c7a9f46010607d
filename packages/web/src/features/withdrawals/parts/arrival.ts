import { useTranslations } from 'use-intl'
import { useFormats } from '#lib/i18n/format.ts'
import type { WithdrawMethod } from '#shared/payment/withdraw-draft.ts'

type Days = { from: string; to: string } | null | undefined

/** When the money of a withdrawal arrives: between two days where they are known, else how long it takes. */
export const useArrival = () => {
  const t = useTranslations('withdrawals.arrival')
  const { weekday } = useFormats()
  return (method: WithdrawMethod, days: Days): string => {
    if (!days) return t(method)
    return days.from === days.to
      ? t('on', { day: weekday(days.from) })
      : t('between', { from: weekday(days.from), to: weekday(days.to) })
  }
}
