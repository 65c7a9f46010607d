import type { MoneyRequest } from '@puente/contract'
import { Button } from '@puente/ui/button'
import { Dialog } from '@puente/ui/dialog'
import { useTranslations } from 'use-intl'
import { useRequestAct } from '../api/use-request-act.ts'

type Props = { how: 'cancel' | 'decline'; row: MoneyRequest; name: string; onClose: () => void }

/** Asks before a request is ended for good. */
export const EndDialog = ({ how, row, name, onClose }: Props) => {
  const t = useTranslations('requests')
  const tCommon = useTranslations('common')
  const act = useRequestAct(how === 'cancel' ? 'cancelRequest' : 'declineRequest', {
    requestId: row.id,
    done: t(`${how}.done`),
    onEnd: onClose,
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(`${how}.title`)}
      description={row.to === null ? t('cancel.linkText') : t(`${how}.text`, { name })}
      actions={
        <>
          <Button
            variant="danger"
            pending={act.isPending}
            pendingLabel={tCommon('working')}
            onClick={() => !act.isPending && act.mutate()}
          >
            {t(`${how}.action`)}
          </Button>
          <Button
            variant="secondary"
            // An Enter too many ends nothing.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
            onClick={onClose}
          >
            {t('keep')}
          </Button>
        </>
      }
    />
  )
}
