import { Banner } from '@puente/ui/badge'
import { Button } from '@puente/ui/button'
import { useTranslations } from 'use-intl'
import { useFormats } from '#lib/i18n/format.ts'
import { CancelLeft } from './cancel-left.tsx'
import type { LeftPayment } from './left-payment.ts'
import { provider } from './provider-page.ts'

type Props = {
  left: Pick<LeftPayment, 'transactionId' | 'method' | 'amount' | 'url' | 'isDeclined'>
  /** Beginning another leaves it open; otherwise it is closed first. */
  staysOpen?: boolean
}

/** Offers to finish or cancel the payment that was left unpaid or was declined, and says what becomes of it otherwise. */
export const LeftBanner = ({ left, staysOpen = false }: Props) => {
  const { transactionId, method, amount, url, isDeclined } = left
  const t = useTranslations('money.openDeposit')
  const formats = useFormats()
  if (url === null && !isDeclined) return null
  return (
    <Banner
      tone="waiting"
      title={t(isDeclined ? 'leftDeclined' : 'left', { amount: formats.money(amount), method })}
      action={
        <div className="flex flex-wrap gap-2">
          {url !== null && !isDeclined && (
            <Button size="small" variant="secondary" onClick={() => provider.open(url)}>
              {t('continue')}
            </Button>
          )}
          <CancelLeft row={{ id: transactionId, method }} />
        </div>
      }
    >
      {t(!staysOpen ? 'leftText' : isDeclined ? 'declinedOpenText' : 'leftOpenText')}
    </Banner>
  )
}
