import { Banner } from '@puente/ui/badge'
import { Button } from '@puente/ui/button'
import { useTranslations } from 'use-intl'
import { useFormats } from '#lib/i18n/format.ts'
import { CancelLeft } from './cancel-left.tsx'
import type { LeftPayment } from './left-payment.ts'
import { provider } from './provider-page.ts'

type Props = {
  left: Pick<LeftPayment, 'transactionId' | 'method' | 'amount' | 'url'>
  /** Beginning another leaves it open; otherwise it is closed first. */
  staysOpen?: boolean
}

/** Offers to finish or cancel the payment that was left unpaid, and says what becomes of it otherwise. */
export const LeftBanner = ({ left: { transactionId, method, amount, url }, staysOpen = false }: Props) => {
  const t = useTranslations('money.openDeposit')
  const formats = useFormats()
  if (url === null) return null
  return (
    <Banner
      tone="waiting"
      title={t('left', { amount: formats.money(amount), method })}
      action={
        <div className="flex flex-wrap gap-2">
          <Button size="small" variant="secondary" onClick={() => provider.open(url)}>
            {t('continue')}
          </Button>
          <CancelLeft row={{ id: transactionId, method }} />
        </div>
      }
    >
      {t(staysOpen ? 'leftOpenText' : 'leftText')}
    </Banner>
  )
}
