/**
 * An account that has nothing of its own to prove with lets no money leave, and without a phone no act that asks for a proof pass.
 * Offers to get it here, while the call waits: a passkey in this page, unless that would ask for the same proof, and a password in
 * a new tab, since its service must confirm the person on a page of its own.
 */
import { Button, buttonClass } from '@puente/ui/button'
import { Dialog } from '@puente/ui/dialog'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { AddPasskeyDialog } from '#features/factors/parts/add-passkey-dialog.tsx'
import { call } from '#lib/api/api.ts'
import type { StepUpAnswer } from '#lib/api/step-up.ts'
import { useErrorText } from '#lib/forms/use-show-error.ts'
import { paths } from '#lib/layout/paths.ts'

type Props = { passwordOnly: boolean; onAnswer: (answer: StepUpAnswer) => void }

export const EnrolDialog = ({ passwordOnly, onAnswer }: Props) => {
  const t = useTranslations('stepUp')
  const failureText = useErrorText()
  const [step, setStep] = useState<'choice' | 'passkey' | 'elsewhere'>('choice')
  const [trouble, setTrouble] = useState<string>()
  const [pending, setPending] = useState(false)

  /** Whether there is something to prove with now; then the call goes on. */
  const goOn = async (): Promise<boolean> => {
    const { passwordChangedAt, passkeys } = await call('factors')
    const isReady = passwordChangedAt !== null || passkeys > 0
    if (isReady) onAnswer('enrolled')
    return isReady
  }
  const check = async () => {
    setPending(true)
    setTrouble(undefined)
    try {
      if (!(await goOn())) setTrouble(t('enrol.notYet'))
    } catch (error) {
      setTrouble(await failureText(error))
    } finally {
      setPending(false)
    }
  }
  // Whoever comes back without a password is not told so: they may be looking for something in between.
  const cameBack = useEffectEvent(() => {
    if (document.visibilityState === 'visible' && !pending) goOn().catch(() => undefined)
  })
  useEffect(() => {
    if (step !== 'elsewhere') return
    const look = () => cameBack()
    globalThis.addEventListener('focus', look)
    document.addEventListener('visibilitychange', look)
    return () => {
      globalThis.removeEventListener('focus', look)
      document.removeEventListener('visibilitychange', look)
    }
  }, [step])

  if (step === 'passkey')
    return <AddPasskeyDialog onClose={() => setStep('choice')} onAdded={() => onAnswer('enrolled')} />
  const setPassword = (
    <a
      href={paths.settingsSocial.path}
      target="_blank"
      rel="noopener noreferrer"
      className={buttonClass({ variant: step === 'choice' ? 'primary' : 'secondary', full: true })}
      onClick={() => setStep('elsewhere')}
    >
      {t('enrol.password')}
    </a>
  )
  return (
    <Dialog
      open
      topmost
      onOpenChange={(open) => !open && onAnswer(null)}
      title={t('enrol.title')}
      description={t('enrol.text')}
      actions={
        <Button variant="ghost" onClick={() => onAnswer(null)}>
          {t('cancel')}
        </Button>
      }
    >
      <div className="grid gap-3">
        {step === 'elsewhere' && (
          <>
            <output>{t('enrol.elsewhere')}</output>
            {trouble !== undefined && <p role="alert">{trouble}</p>}
            <Button full pending={pending} onClick={() => void check()}>
              {t('enrol.check')}
            </Button>
          </>
        )}
        {setPassword}
        {!passwordOnly && (
          <Button variant="secondary" full onClick={() => setStep('passkey')}>
            {t('enrol.passkey')}
          </Button>
        )}
      </div>
    </Dialog>
  )
}
