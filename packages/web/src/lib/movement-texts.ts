import type { Transaction } from '@puente/contract'
import { useTranslations } from 'use-intl'
import { useMe } from './me.ts'
import { counterpartOf, isOutgoing } from './movement.ts'

type Named = Pick<Transaction, 'type' | 'fullName' | 'blocked'>

/** The name of the other side, or what the movement is when there is nobody. */
export const useMovementName = (): ((row: Named) => string) => {
  const t = useTranslations()
  return (row) => {
    const counterpart = counterpartOf(row)
    switch (counterpart.kind) {
      case 'person':
        return counterpart.name
      case 'blocked':
        return t('common.blockedUser')
      case 'unnamed':
        return t('activity.noName')
      case 'none':
        return t(`activity.types.${row.type}`)
    }
  }
}

/** Why a movement waits, for the side the viewer stands on; null when it does not. */
export const useHoldText = (): ((row: Pick<Transaction, 'holdReason' | 'from'>) => string | null) => {
  const t = useTranslations('activity.hold')
  const { userID } = useMe()
  return (row) => {
    const { holdReason } = row
    if (holdReason === null) return null
    const isMine = holdReason === 'recipientKycRequired' && !isOutgoing(row, userID)
    return t(isMine ? 'recipientKycRequiredMine' : holdReason)
  }
}
