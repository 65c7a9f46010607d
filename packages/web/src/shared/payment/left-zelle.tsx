import type { Transaction } from '@puente/contract'
import { Banner } from '@puente/ui/badge'
import { buttonClass } from '@puente/ui/button'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useFormats } from '#lib/i18n/format.ts'
import { paths } from '#lib/layout/paths.ts'
import { CancelLeft } from './cancel-left.tsx'

/** Offers the payment by Zelle that is open already before another is begun, which would not close it. */
export const LeftZelle = ({ row }: { row: Transaction }) => {
  const t = useTranslations('money.openDeposit')
  const tActivity = useTranslations('activity.detail')
  const formats = useFormats()
  const amount = formats.money(row.amount)
  return (
    <Banner
      tone="waiting"
      title={row.fullName === null ? t('zelleOwn', { amount }) : t('zelleTo', { amount, name: row.fullName })}
      action={
        <div className="flex flex-wrap gap-2">
          <Link to={paths.zelle.path} state={{ movement: row.id }} className={buttonClass({ size: 'small' })}>
            {tActivity('openZelle')}
          </Link>
          {row.cancellable && <CancelLeft row={row} />}
        </div>
      }
    >
      {t('zelleText')}
    </Banner>
  )
}
