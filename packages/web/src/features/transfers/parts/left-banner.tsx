import { Banner } from '@puente/ui/badge'
import { Button } from '@puente/ui/button'
import { useTranslations } from 'use-intl'
import { useFormats } from '#lib/i18n/format.ts'
import { provider } from '#shared/payment/provider-page.ts'
import type { LeftSend } from '../api/left-send.ts'

/** Offers to finish the send that was left unpaid, and says what becomes of it otherwise. */
export const LeftBanner = ({ left: { amount, url } }: { left: LeftSend }) => {
  const t = useTranslations('transfers.send.detail')
  const tOpen = useTranslations('money.openDeposit')
  const formats = useFormats()
  if (url === null) return null
  return (
    <Banner
      tone="waiting"
      title={t('left', { amount: formats.money(amount) })}
      action={
        <Button size="small" variant="secondary" onClick={() => provider.open(url)}>
          {tOpen('continue')}
        </Button>
      }
    >
      {t('leftText')}
    </Banner>
  )
}
