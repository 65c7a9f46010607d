import { Banner } from '@puente/ui/badge'
import { Button } from '@puente/ui/button'
import { useTranslations } from 'use-intl'

/** The price of an amount could not be fetched: says so and offers to try again. */
export const QuoteFailed = ({ onRetry }: { onRetry: () => void }) => {
  const t = useTranslations()
  return (
    <Banner
      tone="negative"
      title={t('money.quoteFailed')}
      action={
        <Button variant="secondary" size="small" onClick={onRetry}>
          {t('common.retry')}
        </Button>
      }
    />
  )
}
