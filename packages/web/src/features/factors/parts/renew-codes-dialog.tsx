import { Button } from '@puente/ui/button'
import { Dialog } from '@puente/ui/dialog'
import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { call } from '#lib/api/api.ts'
import { useShowError } from '#lib/forms/use-show-error.ts'
import { reloadFactors } from '../api/factors.ts'
import { RecoveryCodes } from './recovery-codes.tsx'

type Props = {
  /** No code was ever made, so none stops working. */
  isFirst: boolean
  onClose: () => void
}

/** Asks before the old recovery codes end, and shows the new ones. */
export const RenewCodesDialog = ({ isFirst, onClose }: Props) => {
  const t = useTranslations('factors.codes')
  const tCommon = useTranslations('common')
  const fail = useShowError()
  const renew = useMutation({
    mutationFn: () => call('renewRecoveryCodes', {}),
    onError: (failure) => fail(failure),
    onSettled: () => void reloadFactors(),
  })
  if (renew.data) return <RecoveryCodes codes={renew.data.recoveryCodes} onClose={onClose} />
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('renewTitle')}
      description={[...(isFirst ? [] : [t('renewText')]), t('renewFirst')].join(' ')}
      actions={
        <>
          <Button pending={renew.isPending} pendingLabel={tCommon('working')} onClick={() => renew.mutate()}>
            {t('renew')}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {tCommon('cancel')}
          </Button>
        </>
      }
    />
  )
}
