import type { Output } from '@puente/contract'
import { buttonClass } from '@puente/ui/button'
import { Card } from '@puente/ui/card'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { paths } from '#lib/layout/paths.ts'
import { useBalanceText } from '#shared/movement/balance.tsx'

/** What the user owes, what for, and how it is paid. */
export const DebtCard = ({ owed: { USD, transactionId } }: { owed: NonNullable<Output<'wallet'>['owed']> }) => {
  const t = useTranslations('wallet.debt')
  const balance = useBalanceText()
  return (
    <Card title={t('title', { amount: balance(USD) })}>
      <p className="text-text-muted">{t('text')}</p>
      <div className="flex flex-wrap gap-2">
        <Link to={paths.deposit.path as string} className={buttonClass({ variant: 'primary', size: 'small' })}>
          {t('pay')}
        </Link>
        {transactionId !== null && (
          <Link
            to={paths.movementsDetail.path}
            state={{ movement: transactionId }}
            className={buttonClass({ variant: 'secondary', size: 'small' })}
          >
            {t('why')}
          </Link>
        )}
      </div>
    </Card>
  )
}
