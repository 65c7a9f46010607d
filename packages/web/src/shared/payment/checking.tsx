import { Banner } from '@puente/ui/badge'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'

/** Announces that the outcome of a money call is not known yet (phase `checking` of `useMoneyCall`). */
export const Checking = ({ children }: { children?: ReactNode }) => {
  const t = useTranslations('common')
  return (
    <output>
      <Banner tone="info" title={t('checking')}>
        {children}
      </Banner>
    </output>
  )
}
