import { Button, buttonClass } from '@puente/ui/button'
import { EmptyState } from '@puente/ui/empty-state'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { ApiRefusal } from '#lib/api/api-errors.ts'
import { useCountdown } from '#lib/browser/countdown.ts'
import { useFormats } from '#lib/i18n/format.ts'
import { paths } from './paths.ts'

type Props = { error: unknown; failedAt: number; onRetry: () => void; pending: boolean }

/** Until when the server asks to wait, as a moment; null when it does not. */
const waitUntil = (error: unknown, failedAt: number): number | null => {
  if (!(error instanceof ApiRefusal) || error.code !== 'tooManyRequests') return null
  const seconds = error.details['retryAfterSeconds']
  return failedAt + (typeof seconds === 'number' ? seconds : 60) * 1000
}

/** What this person has to prove first; null where asking again may help. */
const proofWanted = (error: unknown) => {
  if (!(error instanceof ApiRefusal)) return null
  if (error.code === 'emailNotVerified') return 'errors.codes.emailNotVerified'
  return error.code === 'kycRequired' && error.details['reason'] === 'phone' ? 'errors.reasons.kycRequired.phone' : null
}

/** Stands where something could not be loaded, with the way to ask again; asked too often, with the wait; else with what to verify first. */
export const LoadFailed = ({ error, failedAt, onRetry, pending }: Props) => {
  const t = useTranslations('common')
  const all = useTranslations()
  const formats = useFormats()
  const until = waitUntil(error, failedAt)
  const left = useCountdown(until)
  const wanted = proofWanted(error)
  if (wanted) {
    return (
      <EmptyState
        title={all(wanted)}
        action={
          <Link to={paths.verifyUser.path} className={buttonClass({ variant: 'secondary' })}>
            {t('continue')}
          </Link>
        }
      />
    )
  }
  return (
    <EmptyState
      title={t(until === null ? 'loadFailed.title' : 'loadFailed.tooOften')}
      text={
        until === null
          ? t('loadFailed.text')
          : left > 0
            ? t('loadFailed.wait', { wait: formats.wait(left) })
            : t('loadFailed.again')
      }
      action={
        <Button variant="secondary" disabled={left > 0} pending={pending} pendingLabel={t('loading')} onClick={onRetry}>
          {t('retry')}
        </Button>
      }
    />
  )
}

type Failed = { error: unknown; errorUpdatedAt: number; isFetching: boolean; refetch: () => unknown }

/** What `LoadFailed` needs to know of a query that failed. */
export const failureOf = ({ error, errorUpdatedAt, isFetching, refetch }: Failed): Props => ({
  error,
  failedAt: errorUpdatedAt,
  pending: isFetching,
  onRetry: () => void refetch(),
})
