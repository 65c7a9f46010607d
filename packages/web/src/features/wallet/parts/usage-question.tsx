import { Button } from '@puente/ui/button'
import { Card } from '@puente/ui/card'
import { useTranslations } from 'use-intl'
import { useShowError } from '#lib/forms/use-show-error.ts'
import { useMe } from '#lib/session/me.ts'
import { changePreferences } from '#lib/session/preferences.ts'

/** Asks once, after the tour, whether usage may be counted. Until there is an answer nothing is; both answers weigh the same. */
export const UsageQuestion = () => {
  const t = useTranslations('wallet.usage')
  const fail = useShowError()
  const { analytics, transactionsTutorial } = useMe().preferences
  if (analytics !== null || transactionsTutorial) return null
  const answer = (yes: boolean) => void changePreferences({ analytics: yes }).catch(fail)
  return (
    <Card tone="quiet" title={t('title')}>
      <p className="text-text-muted">{t('text')}</p>
      <div className="flex flex-wrap gap-2">
        <Button size="small" variant="secondary" onClick={() => answer(true)}>
          {t('yes')}
        </Button>
        <Button size="small" variant="secondary" onClick={() => answer(false)}>
          {t('no')}
        </Button>
      </div>
    </Card>
  )
}
