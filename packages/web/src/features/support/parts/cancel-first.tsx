import type { Transaction } from '@puente/contract'
import { Banner } from '@puente/ui/badge'
import { useTranslations } from 'use-intl'
import { useFormats } from '#lib/i18n/format.ts'
import { useMe } from '#lib/session/me.ts'
import { CancelPayment } from '#shared/payment/cancel-payment.tsx'
import { nextActionOf } from '#shared/payment/next-action.ts'
import { TakeBack } from '#shared/payment/take-back.tsx'

/** The way out of a transaction that its owner can still give up, which is faster than a report; nothing of any other. */
export const CancelFirst = ({ row }: { row: Transaction }) => {
  const t = useTranslations('disputes.cancelFirst')
  const formats = useFormats()
  const { userID } = useMe()
  if (!row.cancellable) return null
  const way = nextActionOf(row, userID)
  return way === 'takeBack' || way === 'undo' || way === 'cancelWithdrawal' ? (
    <Banner
      tone="waiting"
      title={t('takeBack', { amount: formats.money(row.amount) })}
      action={<TakeBack row={row} way={way} />}
    >
      {t('takeBackText')}
    </Banner>
  ) : (
    <Banner tone="waiting" title={t('cancel')} action={<CancelPayment row={row} />}>
      {t('cancelText')}
    </Banner>
  )
}
