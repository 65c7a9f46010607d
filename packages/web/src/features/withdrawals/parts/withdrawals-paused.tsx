import { Banner } from '@puente/ui/badge'
import { useTranslations } from 'use-intl'
import { useMe } from '#lib/session/me.ts'
import type { useCooling } from '#shared/payment/cooling.ts'

/** No withdrawals while an account cools: until when, why, and what works meanwhile. Nothing does in a frozen one, as the screen says. */
export const WithdrawalsPaused = ({ cooling }: { cooling: NonNullable<ReturnType<typeof useCooling>> }) => {
  const t = useTranslations('withdrawals.paused')
  if (useMe().status === 'frozen') return null
  return (
    <output>
      <Banner tone="waiting" title={t('title', cooling)}>
        {t('text', cooling)} {cooling.proof}
      </Banner>
    </output>
  )
}
