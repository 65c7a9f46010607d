import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { call } from '#lib/api/api.ts'
import { useShowError } from '#lib/forms/use-show-error.ts'
import { ConfirmDialog } from '#lib/layout/confirm-dialog.tsx'
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
  const fail = useShowError()
  const renew = useMutation({
    mutationFn: () => call('renewRecoveryCodes', {}),
    onError: (failure) => fail(failure),
    onSettled: () => void reloadFactors(),
  })
  if (renew.data) return <RecoveryCodes codes={renew.data.recoveryCodes} onClose={onClose} />
  return (
    <ConfirmDialog
      title={t('renewTitle')}
      description={[...(isFirst ? [] : [t('renewText')]), t('renewFirst')].join(' ')}
      action={t('renew')}
      danger={false}
      pending={renew.isPending}
      onConfirm={() => renew.mutate()}
      onClose={onClose}
    />
  )
}
