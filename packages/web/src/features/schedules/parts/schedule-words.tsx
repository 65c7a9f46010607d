import { type Schedule, whyNotRun } from '@puente/contract'
import { Avatar } from '@puente/ui/avatar'
import { Badge, type Tone } from '@puente/ui/badge'
import { useTranslations } from 'use-intl'
import { useFileUrl } from '#lib/api/use-file-url.ts'
import { useFormats } from '#lib/i18n/format.ts'

const TONES: Record<Schedule['state'], Tone> = {
  active: 'positive',
  paused: 'waiting',
  ended: 'neutral',
  cancelled: 'neutral',
}

/** Whom it pays or asks, as they are called now. */
export const useName = (): ((schedule: Schedule) => string) => {
  const t = useTranslations('schedules')
  return ({ fullName }) => fullName ?? t('closedAccount')
}

export const Face = ({ schedule }: { schedule: Schedule }) => {
  const nameOf = useName()
  return <Avatar name={nameOf(schedule)} src={useFileUrl(schedule.image)} />
}

export const StateBadge = ({ schedule: { state } }: { schedule: Schedule }) => {
  const t = useTranslations('schedules.states')
  return <Badge tone={TONES[state]}>{t(state)}</Badge>
}

/** What became of the last run, and what follows from it. */
export const useLastResult = (): ((schedule: Schedule) => string | null) => {
  const t = useTranslations('schedules.last')
  const formats = useFormats()
  return ({ lastResult, call }) => {
    if (lastResult === null) return null
    const { outcome, dueAt, retryAt } = lastResult
    if (outcome === 'made') return t(call === 'sendInApp' ? 'sent' : 'asked', { day: formats.date(dueAt) })
    const why = t(whyNotRun(lastResult))
    return retryAt === null
      ? t('failed', { day: formats.date(dueAt), why })
      : t('retrying', { why, at: formats.dateTime(retryAt) })
  }
}
