import { kycPromise } from '@puente/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { reportQuery } from '../api/kyc-report.ts'

/** From two hours on minutes are more exact than the promise can be. */
const HOURS_FROM = 120

/** How long a review takes: one sentence, the same wherever it is promised. */
export const useReviewPromise = (): string => {
  const t = useTranslations('kyc')
  // Told once it has been measured; a screen that does not read the report does without.
  const minutes = useQueryClient().getQueryData(reportQuery.queryKey)?.medianMinutes ?? null
  const lately =
    minutes === null
      ? ''
      : minutes < HOURS_FROM
        ? t('promiseLately.minutes', { count: minutes })
        : t('promiseLately.hours', { count: Math.ceil(minutes / 60) })
  const usual = t('promise', {
    usualHours: kycPromise.usualHours,
    usualDays: kycPromise.usualBusinessDays,
    from: String(kycPromise.upToBusinessDaysFrom),
    to: String(kycPromise.upToBusinessDaysTo),
  })
  return [usual, lately].filter((sentence) => sentence !== '').join(' ')
}
