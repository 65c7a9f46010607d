import type { Transaction } from '@puente/contract'
import { useTranslations } from 'use-intl'
import { counterpartOf } from './movement.ts'

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
        return t('movements.noName')
      case 'none':
        return t(`movements.types.${row.type}`)
    }
  }
}
