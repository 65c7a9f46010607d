import type { Result } from '@puente/contract'
import { Button } from '@puente/ui/button'
import { useNotices } from '@puente/ui/notice'
import { Sheet } from '@puente/ui/sheet'
import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { call } from '#lib/api/api.ts'
import { useShowError } from '#lib/forms/use-show-error.ts'
import { reloadFactors } from '../api/factors.ts'

type Props = { factors: Result<'factors'>; onMove: () => void; onClose: () => void }

/** Moves the authenticator app to another device, or turns it off. */
export const AppSheet = ({ factors, onMove, onClose }: Props) => {
  const t = useTranslations('factors.app')
  const tCommon = useTranslations('common')
  const { show } = useNotices()
  const fail = useShowError()
  const remove = useMutation({
    mutationFn: () => call('removeTotp', {}),
    onSuccess: async () => {
      // The row behind the sheet says that it is off before the sheet goes.
      await reloadFactors()
      show('positive', t('removed'))
      onClose()
    },
    onError: async (failure) => {
      void reloadFactors()
      await fail(failure)
    },
  })
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()} title={t('manageTitle')} closeLabel={tCommon('close')}>
      <div className="grid gap-6">
        <div className="grid gap-3">
          <p className="text-sm text-text-muted">{t('moveText')}</p>
          <Button variant="secondary" onClick={onMove}>
            {t('move')}
          </Button>
        </div>
        <div className="grid gap-3">
          <p className="text-sm text-text-muted">
            {t('removeText')}
            {factors.passkeys === 0 && ` ${t('removeLast')}`}
          </p>
          <Button
            variant="danger"
            pending={remove.isPending}
            pendingLabel={tCommon('working')}
            onClick={() => remove.mutate()}
          >
            {t('remove')}
          </Button>
        </div>
      </div>
    </Sheet>
  )
}
