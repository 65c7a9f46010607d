import { Button } from '@puente/ui/button'
import { CodeInput } from '@puente/ui/code-input'
import { useState, type SubmitEvent } from 'react'
import { useTranslations } from 'use-intl'
import { ApiRefusal } from '#lib/api/api-errors.ts'
import type { FactorPartProps } from './factor-part.ts'
import { useProofError } from './use-proof-error.ts'

const CODE_LENGTH = 6

/** The code that the authenticator app shows now. */
export const TotpPart = ({ prove }: Pick<FactorPartProps, 'prove'>) => {
  const t = useTranslations()
  const [code, setCode] = useState('')
  const { error, setError, showFailure } = useProofError()
  const [pending, setPending] = useState(false)

  const send = async (digits: string) => {
    if (pending) return
    // A refused code empties the field: Enter again keeps the reason there.
    if (digits === '' && error !== undefined) return
    if (digits.length !== CODE_LENGTH)
      return setError(t(digits === '' ? 'common.sixDigits' : 'errors.codes.invalidCode'))
    setPending(true)
    try {
      await prove({ totp: digits })
    } catch (failure) {
      await showFailure(failure)
      // Without an answer nobody has refused it, and it can be sent again.
      if (failure instanceof ApiRefusal) setCode('')
      setPending(false)
    }
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    void send(code)
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <CodeInput
        label={t('factors.app.codeLabel')}
        value={code}
        onChange={(digits) => {
          setCode(digits)
          setError(undefined)
        }}
        onComplete={(digits) => void send(digits)}
        error={error}
        // It is all that is asked for here.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
      />
      <Button type="submit" full pending={pending} pendingLabel={t('common.working')}>
        {t('stepUp.confirm')}
      </Button>
    </form>
  )
}
