import type { LimitRow } from '@puente/contract'
import { Bar } from '@puente/ui/bar'
import { Card } from '@puente/ui/card'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useBalanceHidden, useBalanceText } from '#shared/movement/balance.tsx'
import { useFormats } from '#lib/i18n/format.ts'
import { HigherLimits } from '#shared/kyc/higher-limits.tsx'
import { canMoveMoney } from '#shared/kyc/kyc-step.ts'
import { useProofText } from '#shared/payment/limit-text.ts'
import { limitsLeft } from '#shared/payment/limits-left.ts'
import { limitsQuery } from '#shared/payment/limits.ts'
import { useMe } from '#lib/session/me.ts'

/** How much more can be sent and added, and when there will be more. Silent while it is not known. */
export const LimitsCard = () => {
  const t = useTranslations('wallet.limits')
  const tLimit = useTranslations('money.limit')
  const formats = useFormats()
  const proofText = useProofText()
  const isHidden = useBalanceHidden()
  const balanceText = useBalanceText()
  const me = useMe()
  const isReady = me.emailVerified && me.phoneVerified
  const limits = useQuery({ ...limitsQuery, enabled: isReady })
  const canSend = canMoveMoney(me) && me.status !== 'frozen'
  const shown = isReady ? limitsLeft(limits.data?.rows ?? [], canSend ? ['send', 'add'] : ['add']) : []
  if (shown.length === 0) return null

  const about = (row: LimitRow): string => {
    if (row.special?.kind === 'proof') return proofText(row)
    const { window, limitCents, freesAt } = row
    const limit = t(`window.${window}`, { limit: formats.money(limitCents) })
    return freesAt === null ? limit : `${limit} ${tLimit('frees', { at: formats.dateTime(freesAt) })}`
  }
  const left = ({ operation, leftCents }: LimitRow): string => {
    const cents = Math.max(0, leftCents)
    return t('left', { left: operation === 'balance' ? balanceText(cents) : formats.money(cents) })
  }
  // How full the bar is would reveal a hidden balance too.
  const used = ({ operation, usedCents }: LimitRow): number => (operation === 'balance' && isHidden ? 0 : usedCents)
  return (
    <Card title={t('title')}>
      {shown.map(({ purpose, row }) => (
        <Bar
          key={purpose}
          label={t(purpose)}
          used={used(row)}
          limit={row.limitCents}
          usedText={left(row)}
          leftText={about(row)}
        />
      ))}
      <HigherLimits />
    </Card>
  )
}
