import { minuteFrom } from '@puente/contract'
import { Button } from '@puente/ui/button'
import CalendarClock from 'lucide-react/icons/calendar-clock'
import { useTranslations } from 'use-intl'
import { useFormats } from '#lib/i18n/format.ts'
import { type Schedulable, useCreateSchedule } from './use-create-schedule.ts'

/** Schedules the send that a limit has refused for the minute from which on it passes, with one tap. */
export const ForThen = ({ what, freesAt }: { what: Schedulable; freesAt: string }) => {
  const t = useTranslations('schedules')
  const tCommon = useTranslations('common')
  const formats = useFormats()
  const create = useCreateSchedule(what)
  const start = minuteFrom(freesAt)
  return (
    <Button
      variant="secondary"
      full
      icon={<CalendarClock aria-hidden="true" className="size-5" />}
      pending={create.isPending}
      pendingLabel={tCommon('working')}
      onClick={() => create.mutate({ start, every: 'once' })}
    >
      {t('forThen', { at: formats.weekdayTime(start) })}
    </Button>
  )
}
