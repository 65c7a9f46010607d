import { Banner } from '@puente/ui/badge'
import { useTranslations } from 'use-intl'
import type { useCooling } from '#shared/payment/cooling.ts'

/** No withdrawals while an account cools: until when, why, and what works meanwhile. */
export const WithdrawalsPaused = ({ cooling }: { cooling: NonNullable<ReturnType<typeof useCooling>> }) => {
  const t = useTranslations('withdrawals.paused')
  return (
    <output>
      <Banner tone="waiting" title={t('title', cooling)}>
        {t('text', cooling)}
      </Banner>
    </output>
  )
}
