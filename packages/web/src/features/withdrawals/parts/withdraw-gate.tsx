import { buttonClass } from '@puente/ui/button'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Screen } from '#lib/layout/screen.tsx'
import { useCooling } from '#shared/payment/cooling.ts'
import { useMoneyUnderWay } from '#shared/payment/money-under-way.ts'
import { RailPaused, useRail } from '#shared/payment/rail-paused.tsx'
import type { WithdrawMethod } from '#shared/payment/withdraw-draft.ts'
import { withdrawWays } from './withdraw-ways.ts'
import { WithdrawalsPaused } from './withdrawals-paused.tsx'

const OTHER = { bank: 'paypal', paypal: 'bank' } as const

/**
 * Shows the screens of a method while it is open, otherwise the other method's; neither while the account cools. A call under way
 * is left alone.
 */
export const WithdrawGate = ({ method, children }: { method: WithdrawMethod; children: ReactNode }) => {
  const t = useTranslations('withdrawals.other')
  const standing = useRail(withdrawWays[method].rail)
  const isUnderWay = useMoneyUnderWay()
  const cooling = useCooling()
  if (isUnderWay) return children
  if (cooling)
    return (
      <Screen width="form">
        <WithdrawalsPaused cooling={cooling} />
      </Screen>
    )
  if (standing?.on !== false) return children
  const other = OTHER[method]
  return (
    <Screen width="form">
      <RailPaused
        standing={standing}
        action={
          <Link
            to={withdrawWays[other].start as string}
            className={buttonClass({ variant: 'secondary', size: 'small' })}
          >
            {t(other)}
          </Link>
        }
      />
    </Screen>
  )
}
