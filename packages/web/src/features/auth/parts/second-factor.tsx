/** After the password, in a browser that is not remembered: one more proof, by whichever way the person has. */
import { brand, type Factor, type Request, type StepUpDetails } from '@puente/contract'
import { Button } from '@puente/ui/button'
import { Checkbox } from '@puente/ui/checkbox'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiRefusal } from '#lib/api/api-errors.ts'
import { call } from '#lib/api/api.ts'
import { factorParts } from '#shared/step-up/factor-parts.ts'
import { OtherWays } from '#shared/step-up/other-ways.tsx'
import type { Proof } from '#shared/step-up/factor-part.ts'
import { useChosenWay } from '#shared/step-up/use-chosen-way.ts'

/** The sign-in cannot be finished any more: too late, tried too often, or the password was changed meanwhile. */
const isOver = (error: unknown): boolean =>
  error instanceof ApiRefusal && (error.code === 'invalidToken' || error.details['reason'] === 'challenge')

type Props = {
  challenge: StepUpDetails
  /** Opens the session; what it throws is shown where the proof was given. */
  onProof: (answer: Request<'openSession'>) => Promise<void>
  /** Back to the password; `isOver` when there is no other way on. */
  onBack: (isOver: boolean) => void
}

export const SecondFactor = ({ challenge: { challengeId, factors }, onProof, onBack }: Props) => {
  const t = useTranslations('factors.signIn')
  const offered = factors.filter((factor) => factor in factorParts)
  const { chosen, choose, part } = useChosenWay(offered)
  const [remember, setRemember] = useState(false)
  const Part = chosen && factorParts[chosen]
  const others = offered.filter((factor) => factor !== chosen)

  /** Throws what the part shows beside its field. */
  const guarded = async <T,>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      if (isOver(error)) onBack(true)
      throw error
    }
  }
  const prove = (proof: Proof) => {
    // The password has been given; it is not among the ways here.
    const { password: _, ...second } = proof
    return guarded(() => onProof({ challengeId, ...second, rememberDevice: remember }))
  }
  const begin = (factor: Factor) => guarded(() => call('stepUpOptions', { challengeId, factor }))
  const look = () => call('stepUpOptions', { challengeId, factor: 'code', look: true })

  return (
    <div className="grid gap-5">
      <Checkbox
        label={t('remember')}
        hint={t('rememberHint')}
        checked={remember}
        onChange={(event) => setRemember(event.target.checked)}
      />
      <div ref={part}>{Part && <Part key={chosen} begin={begin} look={look} prove={prove} />}</div>
      {chosen === 'code' && <p className="text-sm text-text-muted">{t('sms')}</p>}
      <OtherWays title={t('other')} factors={others} onChoose={choose} />
      <details className="text-sm text-text-muted">
        <summary className="min-h-11 cursor-pointer py-2.5 font-semibold text-brand-text">{t('lost')}</summary>
        <p>{t('lostText', { email: brand.supportEmail })}</p>
      </details>
      <Button variant="ghost" onClick={() => onBack(false)}>
        {t('back')}
      </Button>
    </div>
  )
}
