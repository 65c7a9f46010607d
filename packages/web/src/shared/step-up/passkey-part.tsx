import type { Result } from '@puente/contract'
import { Button } from '@puente/ui/button'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { FactorPartProps } from './factor-part.ts'
import { useProofError } from './use-proof-error.ts'

type Props = Pick<FactorPartProps, 'prove'> & {
  /** Brings what the browser's dialog is asked with. */
  begin: (factor: 'passkey') => Promise<Pick<Result<'stepUpOptions'>, 'passkeyOptions'>>
}

/** A passkey, asked for in the browser's own dialog. */
export const PasskeyPart = ({ begin, prove }: Props) => {
  const t = useTranslations()
  const { error, setError, showFailure } = useProofError()
  const [pending, setPending] = useState(false)

  const ask = async () => {
    if (pending) return
    setPending(true)
    setError(undefined)
    const { askForPasskey, PasskeyFailed } = await import('#shared/passkey/passkey.ts')
    try {
      const { passkeyOptions } = await begin('passkey')
      if (passkeyOptions) await prove({ passkey: await askForPasskey(passkeyOptions) })
    } catch (failure) {
      if (failure instanceof PasskeyFailed) setError(t('factors.passkeys.noAnswer'))
      else await showFailure(failure)
      setPending(false)
    }
  }

  return (
    <div className="grid gap-3">
      <p className="text-text-muted">{t('factors.passkeys.askText')}</p>
      {error !== undefined && (
        <p role="alert" className="text-sm font-medium text-negative">
          {error}
        </p>
      )}
      <Button full pending={pending} pendingLabel={t('common.working')} onClick={() => void ask()}>
        {t('factors.passkeys.use')}
      </Button>
    </div>
  )
}
