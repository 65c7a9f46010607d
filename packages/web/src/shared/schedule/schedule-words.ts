/** How often, when and how long, in the words of the reader. */
import type { Schedule } from '@puente/contract'
import { useTranslations } from 'use-intl'
import { useFormats } from '#lib/i18n/format.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The schedule chosen for its detail screen. */
    schedule?: string
  }
}

export type Plan = Pick<Schedule, 'every' | 'startAt' | 'timeZone'>

const SHORTEST_MONTH = 28

export const useScheduleWords = () => {
  const t = useTranslations('schedules.every')
  const { locale } = useFormats()
  const part = ({ startAt, timeZone }: Plan, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone, ...options }).format(new Date(startAt))
  /** `Every month on the 31st, or the last day`; its time is that of the schedule's own zone. */
  return (plan: Plan): string => {
    const time = part(plan, { timeStyle: 'short' })
    const weekday = part(plan, { weekday: 'long' })
    const day = Number(
      new Intl.DateTimeFormat('en-US', { timeZone: plan.timeZone, day: 'numeric' }).format(new Date(plan.startAt)),
    )
    switch (plan.every) {
      case 'once':
        return t('once', { day: part(plan, { dateStyle: 'medium' }), time })
      case 'week':
        return t('week', { weekday, time })
      case 'twoWeeks':
        return t('twoWeeks', { weekday, time })
      case 'month':
        return t(day > SHORTEST_MONTH ? 'monthOrLast' : 'month', { day: String(day), time })
    }
  }
}
