import { Button, buttonClass } from '@puente/ui/button'
import { EmptyState } from '@puente/ui/empty-state'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { ApiRefusal } from '#lib/api/api-errors.ts'
import { useCountdown } from '#lib/browser/countdown.ts'
import { useFormats } from '#lib/i18n/format.ts'
import { paths } from './paths.ts'

type Props = { error: unknown; failedAt: number; onRetry: () => void; pending: boolean }

/** When the call may be retried, in epoch milliseconds; null when the server named no wait. */
const waitUntil = (error: unknown, failedAt: number): number | null => {
  if (!(error instanceof ApiRefusal) || error.code !== 'tooManyRequests') return null
  const seconds = error.details['retryAfterSeconds']
  return failedAt + (typeof seconds === 'number' ? seconds : 60) * 1000
}

/** What this person must verify first; null where a retry may help. */
const proofWanted = (error: unknown) => {
  if (!(error instanceof ApiRefusal)) return null
  if (error.code === 'emailNotVerified') return 'errors.codes.emailNotVerified'
  return error.code === 'kycRequired' && error.details['reason'] === 'phone' ? 'errors.reasons.kycRequired.phone' : null
}

/** Replaces what could not be loaded: offers a retry, the wait after too many calls, or what to verify first. */
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

/** The props of `LoadFailed` for a failed query. */
export const failureOf = ({ error, errorUpdatedAt, isFetching, refetch }: Failed): Props => ({
  error,
  failedAt: errorUpdatedAt,
  pending: isFetching,
  onRetry: () => void refetch(),
})
