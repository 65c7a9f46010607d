import { Banner } from '@puente/ui/badge'
import { Button, buttonClass } from '@puente/ui/button'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { useFormats } from '#lib/i18n/format.ts'
import { paths } from '#lib/layout/paths.ts'
import { useLeftZelle } from './left-payment.ts'
import type { PaymentKind } from './provider-page.ts'

const CancelDialog = lazyPart(() => import('./cancel-dialog.tsx').then((part) => part.CancelDialog))

/** Offers the payment by Zelle that is open already before another is begun, which would not close it. */
export const LeftZelle = ({ kind }: { kind: PaymentKind }) => {
  const t = useTranslations('money.openDeposit')
  const tActivity = useTranslations('activity.detail')
  const formats = useFormats()
  const [isAsked, setIsAsked] = useState(false)
  const row = useLeftZelle(kind)
  if (row === null) return null
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
          {row.cancellable && (
            <Button size="small" variant="secondary" onClick={() => setIsAsked(true)}>
              {t('cancel')}
            </Button>
          )}
        </div>
      }
    >
      {t('zelleText')}
      {isAsked && (
        <Suspense>
          <CancelDialog row={row} onClose={() => setIsAsked(false)} />
        </Suspense>
      )}
    </Banner>
  )
}
