import type { Schedule } from '@puente/contract'
import { ListRow } from '@puente/ui/list-row'
import { Money } from '@puente/ui/money'
import { useTranslations } from 'use-intl'
import { useFormats } from '#lib/i18n/format.ts'
import { paths } from '#lib/layout/paths.ts'
import { RowLink } from '#lib/layout/row-link.tsx'
import { Face, StateBadge, useName } from './schedule-words.tsx'

type Props = {
  schedule: Schedule
  selected: boolean
  /** Replaces the current history entry, when one detail follows another. */
  replace: boolean
}

/** A schedule as a row of the list, linked to its detail. */
export const ScheduleRow = ({ schedule, selected, replace }: Props) => {
  const t = useTranslations('schedules')
  const formats = useFormats()
  const nameOf = useName()
  const { amount, call, every, nextAt, lastResult } = schedule
  return (
    <ListRow
      leading={<Face schedule={schedule} />}
      title={nameOf(schedule)}
      subtitle={
        <span className="grid justify-items-start gap-1">
          <span>{`${t(`calls.${call}`)} · ${t(`intervals.${every}`)}`}</span>
          {nextAt !== null && <span>{t('next', { at: formats.weekdayTime(nextAt) })}</span>}
          {lastResult?.outcome === 'failed' && <span className="text-negative">{t('lastFailed')}</span>}
          {schedule.state !== 'active' && <StateBadge schedule={schedule} />}
        </span>
      }
      trailing={<Money cents={amount} locale={formats.locale} />}
      selected={selected}
      render={(target) => (
        <RowLink target={target} to={paths.schedulesDetail.path} state={{ schedule: schedule.id }} replace={replace} />
      )}
    />
  )
}
