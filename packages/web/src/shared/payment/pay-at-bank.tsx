import type { Transaction } from '@puente/contract'
import { Banner } from '@puente/ui/badge'
import { buttonClass } from '@puente/ui/button'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { paths } from '#lib/layout/paths.ts'
import { useToPayText } from '#shared/movement/movement-texts.ts'
import { CancelPayment } from './cancel-payment.tsx'

/** A payment by Zelle that waits for its payer: how much, until when, and its two actions. */
export const PayAtBank = ({ row }: { row: Transaction }) => {
  const t = useTranslations('activity')
  return (
    <Banner
      tone="waiting"
      title={useToPayText()(row)}
      action={
        <div className="flex flex-wrap items-center gap-2">
          <Link to={paths.zelle.path} state={{ movement: row.id }} className={buttonClass({ size: 'small' })}>
            {t('detail.openZelle')}
          </Link>
          {row.cancellable && <CancelPayment row={row} />}
        </div>
      }
    >
      {t('toPay.text')}
    </Banner>
  )
}
