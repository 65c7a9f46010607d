import { Button } from '@puente/ui/button'
import { TextField } from '@puente/ui/text-field'
import { useState, type SubmitEvent } from 'react'
import { useTranslations } from 'use-intl'
import { textField } from '#lib/browser/first-screen.ts'
import type { FactorPartProps } from './factor-part.ts'
import { useProofError } from './use-proof-error.ts'

/** One of the recovery codes, however it is written. */
export const RecoveryCodePart = ({ prove }: FactorPartProps) => {
  const t = useTranslations()
  const { error, setError, showFailure } = useProofError()
  const [pending, setPending] = useState(false)

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (pending) return
    const recoveryCode = textField(new FormData(event.currentTarget), 'recoveryCode').trim()
    if (recoveryCode === '') return setError(t('common.requiredFields'))
    setPending(true)
    try {
      await prove({ recoveryCode })
    } catch (failure) {
      await showFailure(failure)
      setPending(false)
    }
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <TextField
        name="recoveryCode"
        label={t('factors.codes.label')}
        hint={t('factors.codes.hint')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        error={error}
      />
      <Button type="submit" full pending={pending} pendingLabel={t('common.working')}>
        {t('stepUp.confirm')}
      </Button>
    </form>
  )
}
