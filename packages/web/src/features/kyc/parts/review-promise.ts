import { kycPromise } from '@puente/contract'
import { useTranslations } from 'use-intl'

/** How long a review takes: one sentence, the same wherever it is promised. */
export const useReviewPromise = (): string => {
  const t = useTranslations('kyc')
  return t('promise', {
    usualHours: kycPromise.usualHours,
    usualDays: kycPromise.usualBusinessDays,
    from: String(kycPromise.upToBusinessDaysFrom),
    to: String(kycPromise.upToBusinessDaysTo),
  })
}
