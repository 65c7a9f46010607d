import type { Transaction } from '@puente/contract'
import { Banner } from '@puente/ui/badge'
import { buttonClass } from '@puente/ui/button'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { paths } from '#lib/layout/paths.ts'
import { useMe } from '#lib/session/me.ts'
import { useBalanceText } from '#shared/movement/balance.tsx'

/** That money of a transaction was taken back after it had been spent: what is owed, and how to pay it, or that nothing is any more. */
export const LeftDebt = ({ row: { id, leftDebt } }: { row: Pick<Transaction, 'id' | 'leftDebt'> }) => {
  const t = useTranslations('activity.leftDebt')
  const balance = useBalanceText()
  const { owed } = useMe()
  if (leftDebt !== true && owed?.transactionId !== id) return null
  if (!owed) {
    return (
      <Banner tone="neutral" title={t('settled')}>
        {t('settledText')}
      </Banner>
    )
  }
  const pay = (
    <Link to={paths.deposit.path as string} className={buttonClass({ variant: 'primary', size: 'small' })}>
      {t('pay')}
    </Link>
  )
  return (
    <Banner tone="waiting" title={t('owed', { amount: balance(owed.USD) })} action={pay}>
      {t('owedText')}
    </Banner>
  )
}
