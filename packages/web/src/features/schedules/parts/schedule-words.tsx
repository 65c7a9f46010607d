import type { Schedule } from '@puente/contract'
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

const REASONS = [
  'senderUnsufficientFunds',
  'limitExceeded',
  'accountRestricted',
  'invalidUser',
  'stepUpRequired',
  'kycRequired',
] as const
type Reason = (typeof REASONS)[number]
const isReason = (code: string): code is Reason => (REASONS as readonly string[]).includes(code)

const RESTRICTED = ['frozen', 'owes', 'closing', 'approverIsPayee'] as const
const COOLING = ['passwordReset', 'phoneChanged', 'emailChanged', 'factorRemoved']

/** What restricted the account when the run was due; null where the code says it all. */
const restrictionOf = ({ code, reason }: NonNullable<Schedule['lastResult']>) => {
  if (code !== 'accountRestricted' || reason === null) return null
  if (COOLING.includes(reason)) return 'cooling'
  return RESTRICTED.find((known) => known === reason) ?? null
}

/** What became of the last run, and what follows from it. */
export const useLastResult = (): ((schedule: Schedule) => string | null) => {
  const t = useTranslations('schedules.last')
  const formats = useFormats()
  return ({ lastResult, call }) => {
    if (lastResult === null) return null
    const { outcome, code, dueAt, retryAt } = lastResult
    if (outcome === 'made') return t(call === 'sendInApp' ? 'sent' : 'asked', { day: formats.date(dueAt) })
    const restriction = restrictionOf(lastResult)
    const known = code === 'emailNotVerified' ? 'kycRequired' : code
    const why = restriction
      ? t(`restricted.${restriction}`)
      : t(`why.${known !== null && isReason(known) ? known : 'other'}`)
    return retryAt === null
      ? t('failed', { day: formats.date(dueAt), why })
      : t('retrying', { why, at: formats.dateTime(retryAt) })
  }
}
