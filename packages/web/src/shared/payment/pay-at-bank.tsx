import type { Transaction } from '@puente/contract'
import { Banner } from '@puente/ui/badge'
import { buttonClass } from '@puente/ui/button'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { paths } from '#lib/layout/paths.ts'
import { useToPayText } from '#shared/movement/movement-texts.ts'
import { isNoLongerDue } from '#shared/movement/movement.ts'
import { CancelPayment } from './cancel-payment.tsx'

/**
 * A payment by Zelle that waits for its payer: how much, until when, and its two actions; or that it is no longer to be made, where money
 * that was sent can still be found by its number. `isOpen`: shown on the payment's own screen, which it does not lead to.
 */
export const PayAtBank = ({ row, isOpen = false }: { row: Transaction; isOpen?: boolean }) => {
  const t = useTranslations('activity')
  const title = useToPayText()(row)
  const isOver = isNoLongerDue(row)
  return (
    <Banner
      tone={isOver ? 'neutral' : 'waiting'}
      title={title}
      action={
        <div className="flex flex-wrap items-center gap-2">
          {!isOpen && (
            <Link
              to={paths.zelle.path}
              state={{ movement: row.id }}
              className={buttonClass({ size: 'small', ...(isOver && { variant: 'secondary' }) })}
            >
              {t(isOver ? 'toPay.sent' : 'detail.openZelle')}
            </Link>
          )}
          {row.cancellable && <CancelPayment row={row} />}
        </div>
      }
    >
      {isOver ? t('toPay.overText', { fee: row.fee }) : t('toPay.text')}
    </Banner>
  )
}
