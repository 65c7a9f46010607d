import { buttonClass } from '@puente/ui/button'
import { Card } from '@puente/ui/card'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { paths } from '#lib/layout/paths.ts'
import { useMe } from '#lib/session/me.ts'
import { useBalanceText } from './balance.tsx'

/** What the user owes, what for, and how it is paid; nothing where nothing is owed. */
export const DebtCard = () => {
  const t = useTranslations('wallet.debt')
  const balance = useBalanceText()
  const { owed } = useMe()
  if (!owed) return null
  const { USD, transactionId } = owed
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
