import { brand, type CreationOptions } from '@puente/contract'
import { Button } from '@puente/ui/button'
import { Dialog } from '@puente/ui/dialog'
import { useNotices } from '@puente/ui/notice'
import { TextField } from '@puente/ui/text-field'
import { useRef, useState, type SubmitEvent } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '#lib/api/api.ts'
import { clock } from '#lib/browser/clock.ts'
import { useErrorText } from '#lib/forms/use-show-error.ts'
import { makePasskey, PasskeyFailed, type PasskeyTrouble } from '#shared/passkey/passkey.ts'
import { reloadFactors } from '../api/factors.ts'
import { deviceHere } from './device-here.ts'
import { EndOthers } from './end-others.tsx'

const NAME_MAX = 60
/** A challenge serves for five minutes; the browser's own dialog may take two of them. */
const OPTIONS_MS = 180_000
const TROUBLE = { closed: 'notMade', failed: 'notMade', known: 'known' } as const satisfies Record<
  PasskeyTrouble,
  string
>

type Props = {
  onClose: () => void
  /** What comes next; without it, the offer to log out everywhere else. */
  onAdded?: () => void
}

/** Makes a passkey in this browser, under a name. */
export const AddPasskeyDialog = ({ onClose, onAdded }: Props) => {
  const t = useTranslations('factors.passkeys')
  const tDevice = useTranslations('factors.devices')
  const tCommon = useTranslations('common')
  const failureText = useErrorText()
  const { show } = useNotices()
  const [name, setName] = useState(() => {
    const device = deviceHere()
    // The texts stand within sentences elsewhere; here one is a name.
    return device === 'other' ? '' : tDevice(device).replace(/^./u, (letter) => letter.toLocaleUpperCase())
  })
  const [error, setError] = useState<string>()
  const [pending, setPending] = useState(false)
  const [isMade, setMade] = useState(false)
  // Their proof was given for one passkey: as long as none was made, another try needs no other.
  const given = useRef<{ options: CreationOptions; until: number } | null>(null)
  const optionsFor = async (): Promise<CreationOptions> => {
    if (given.current && clock.now() < given.current.until) return given.current.options
    const until = clock.now() + OPTIONS_MS
    const { options } = await call('passkeyOptions', {})
    given.current = { options, until }
    return options
  }
  const isPossible = 'PublicKeyCredential' in globalThis

  const make = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (pending) return
    const chosen = name.trim()
    if (chosen === '') return setError(tCommon('requiredFields'))
    setPending(true)
    setError(undefined)
    try {
      const credential = await makePasskey(await optionsFor())
      given.current = null
      await call('addPasskey', { credential, name: chosen })
      show('positive', t('added'))
      if (onAdded) onAdded()
      else setMade(true)
    } catch (failure) {
      setError(failure instanceof PasskeyFailed ? t(TROUBLE[failure.trouble]) : await failureText(failure))
    } finally {
      setPending(false)
      void reloadFactors()
    }
  }

  if (isMade) return <EndOthers onClose={onClose} />
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('addTitle')}
      description={isPossible ? t('addText') : t('unsupported', { appName: brand.appName })}
      closeLabel={tCommon('close')}
    >
      {isPossible && (
        <form noValidate onSubmit={(event) => void make(event)} className="grid gap-4">
          <TextField
            label={t('name')}
            hint={t('nameHint')}
            maxLength={NAME_MAX}
            value={name}
            onFocus={(event) => event.target.select()}
            onChange={(event) => setName(event.target.value)}
            error={error}
          />
          <Button type="submit" full pending={pending} pendingLabel={tCommon('working')}>
            {t('create')}
          </Button>
        </form>
      )}
    </Dialog>
  )
}
