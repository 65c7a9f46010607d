import { Banner } from '@puente/ui/badge'
import { Button } from '@puente/ui/button'
import { useTranslations } from 'use-intl'
import { useFormats } from '#lib/i18n/format.ts'
import type { LeftPayment } from './left-payment.ts'
import { provider } from './provider-page.ts'

/** Offers to finish the payment that was left unpaid, and says what becomes of it otherwise. */
export const LeftBanner = ({ left: { amount, url } }: { left: LeftPayment }) => {
  const t = useTranslations('money.openDeposit')
  const formats = useFormats()
  if (url === null) return null
  return (
    <Banner
      tone="waiting"
      title={t('left', { amount: formats.money(amount) })}
      action={
        <Button size="small" variant="secondary" onClick={() => provider.open(url)}>
          {t('continue')}
        </Button>
      }
    >
      {t('leftText')}
    </Banner>
  )
}
