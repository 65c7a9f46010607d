import { Button } from '@puente/ui/button'
import { EmptyState } from '@puente/ui/empty-state'
import { useTranslations } from 'use-intl'

/** Stands where something could not be loaded, with the way to ask again. */
export const LoadFailed = ({ onRetry, pending }: { onRetry: () => void; pending: boolean }) => {
  const t = useTranslations('common')
  return (
    <EmptyState
      title={t('loadFailed.title')}
      text={t('loadFailed.text')}
      action={
        <Button variant="secondary" pending={pending} pendingLabel={t('loading')} onClick={onRetry}>
          {t('retry')}
        </Button>
      }
    />
  )
}
