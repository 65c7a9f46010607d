import { Button } from '@puente/ui/button'
import { Card } from '@puente/ui/card'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { readCookie, writeCookie } from '#lib/browser/cookies.ts'
import { usePush } from './push.ts'

const REST_DAYS = 365
const DECLINED = '__Host-puente-push'

/**
 * Offers notifications outside the app, to somebody whose money has moved by now. "Not now" is kept for a year, and a refusal for the
 * browser by the browser; the settings offer it still.
 */
export const PushCard = () => {
  const t = useTranslations('notifications.push')
  const { state, isPending, turnOn } = usePush()
  const [isDeclined, setDeclined] = useState(() => readCookie(DECLINED) !== null)
  if (state !== 'off' || isDeclined) return null
  const decline = () => {
    writeCookie(DECLINED, 'later', REST_DAYS)
    setDeclined(true)
  }
  return (
    <Card title={t('offerTitle')}>
      <p className="text-text-muted">{t('offerText')}</p>
      <div className="flex flex-wrap gap-2">
        <Button size="small" pending={isPending} pendingLabel={t('turnOn')} onClick={() => void turnOn()}>
          {t('turnOn')}
        </Button>
        <Button size="small" variant="ghost" onClick={decline}>
          {t('notNow')}
        </Button>
      </div>
    </Card>
  )
}
