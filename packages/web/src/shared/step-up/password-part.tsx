import { Button } from '@puente/ui/button'
import { PasswordField } from '@puente/ui/password-field'
import { useState, type SubmitEvent } from 'react'
import { useTranslations } from 'use-intl'
import { textField } from '#lib/browser/first-screen.ts'
import type { FactorPartProps } from './factor-part.ts'
import { useProofError } from './use-proof-error.ts'

/** The password. The button says `action`, or else that it confirms. */
export const PasswordPart = ({ prove, action }: Pick<FactorPartProps, 'prove'> & { action?: string }) => {
  const t = useTranslations()
  const { error, setError, showFailure } = useProofError()
  const [pending, setPending] = useState(false)

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (pending) return
    const password = textField(new FormData(event.currentTarget), 'password')
    if (password === '') return setError(t('common.requiredFields'))
    setPending(true)
    try {
      await prove({ password })
    } catch (failure) {
      await showFailure(failure)
      setPending(false)
    }
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <PasswordField
        name="password"
        label={t('auth.password')}
        autoComplete="current-password"
        required
        showLabel={t('auth.show')}
        hideLabel={t('auth.hide')}
        error={error}
      />
      <Button type="submit" full pending={pending} pendingLabel={t('common.working')}>
        {action ?? t('stepUp.confirm')}
      </Button>
    </form>
  )
}
