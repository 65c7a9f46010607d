import type { Passkey, Result } from '@puente/contract'
import { Button } from '@puente/ui/button'
import { Sheet } from '@puente/ui/sheet'
import { useNotices } from '@puente/ui/notice'
import { TextField } from '@puente/ui/text-field'
import { useMutation } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '#lib/api/api.ts'
import { useErrorText, useShowError } from '#lib/forms/use-show-error.ts'
import { reloadFactors } from '../api/factors.ts'

const NAME_MAX = 60

type Props = { passkey: Passkey; factors: Result<'factors'>; onClose: () => void }

/** Renames or removes one passkey. */
export const PasskeySheet = ({ passkey, factors, onClose }: Props) => {
  const t = useTranslations('factors.passkeys')
  const tCommon = useTranslations('common')
  const { show } = useNotices()
  const fail = useShowError()
  const failureText = useErrorText()
  const [name, setName] = useState(passkey.name)
  const [error, setError] = useState<string>()

  const rename = useMutation({
    mutationFn: () => call('renamePasskey', { id: passkey.id, name: name.trim() }),
    onSuccess: () => {
      show('positive', t('renamed'))
      onClose()
    },
    onError: async (failure) => setError(await failureText(failure)),
    onSettled: () => void reloadFactors(),
  })
  const remove = useMutation({
    mutationFn: () => call('removePasskey', { id: passkey.id }),
    onSuccess: () => {
      show('positive', t('removed'))
      onClose()
    },
    onError: (failure) => fail(failure),
    onSettled: () => void reloadFactors(),
  })

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (name.trim() === '') return setError(tCommon('requiredFields'))
    if (!rename.isPending) rename.mutate()
  }

  return (
    <Sheet open onOpenChange={(open) => !open && onClose()} title={passkey.name} closeLabel={tCommon('close')}>
      <div className="grid gap-6">
        <form noValidate onSubmit={submit} className="grid gap-3">
          <TextField
            label={t('name')}
            maxLength={NAME_MAX}
            value={name}
            onChange={(event) => {
              setName(event.target.value)
              setError(undefined)
            }}
            error={error}
          />
          <Button type="submit" variant="secondary" pending={rename.isPending} pendingLabel={tCommon('working')}>
            {t('rename')}
          </Button>
        </form>
        <div className="grid gap-3">
          <p className="text-sm text-text-muted">
            {t('removeText')}
            {factors.passkeys === 1 && ` ${t(factors.passwordChangedAt === null ? 'removeOnly' : 'removeLast')}`}
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
