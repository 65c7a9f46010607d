import type { Transaction } from '@puente/contract'
import { Banner } from '@puente/ui/badge'
import { buttonClass } from '@puente/ui/button'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { paths } from '#lib/layout/paths.ts'
import { useToPayText } from '#shared/movement/movement-texts.ts'
import { isAlreadyPaid } from '#shared/movement/movement.ts'
import { CancelPayment } from './cancel-payment.tsx'

/** A payment by Zelle that waits for its payer: how much, until when, and its two actions; or that it is no longer to be made. */
export const PayAtBank = ({ row }: { row: Transaction }) => {
  const t = useTranslations('activity')
  const title = useToPayText()(row)
  const cancel = row.cancellable && <CancelPayment row={row} />
  if (isAlreadyPaid(row))
    return (
      <Banner tone="neutral" title={title} action={cancel}>
        {t('toPay.paidText', { fee: row.fee })}
      </Banner>
    )
  return (
    <Banner
      tone="waiting"
      title={title}
      action={
        <div className="flex flex-wrap items-center gap-2">
          <Link to={paths.zelle.path} state={{ movement: row.id }} className={buttonClass({ size: 'small' })}>
            {t('detail.openZelle')}
          </Link>
          {cancel}
        </div>
      }
    >
      {t('toPay.text')}
    </Banner>
  )
}
