/** On the other device: takes photos for an identity check that was started elsewhere. A reload goes on where it was. */
import { Button } from '@puente/ui/button'
import { Card } from '@puente/ui/card'
import { DonePicture } from '@puente/ui/illustrations'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Result } from '@puente/contract'
import { call } from '#lib/api/api.ts'
import { ApiRefusal } from '#lib/api/api-errors.ts'
import { useShowError } from '#lib/forms/use-show-error.ts'
import { focusHeading, useHeadingAfter } from '#lib/layout/focus-heading.ts'
import { handoffCode, keepHandoff, keptHandoff } from '../api/handoff-code.ts'
import { photoPlanOf, type KycReport, type Part } from '../api/kyc-rules.ts'
import { OpenFrame } from '../parts/open-frame.tsx'
import { StepFlow } from '../parts/step-flow.tsx'

type Pass = Result<'kycResume'>
type Opened = { pass: Pass; plan: Part[] }

/** Reads what is missing, now that the hand-off is open. */
const read = async (pass: Pass): Promise<Opened> => {
  const report: KycReport = await call('kycStatus', undefined, { ownBearer: pass.bearer })
  return { pass, plan: photoPlanOf(report) }
}

const open = async (code: string): Promise<Opened> => {
  const pass = await call('kycResume', { code })
  keepHandoff(pass)
  return read(pass)
}

/** The hand-off is over: ended, used up or too old. */
const isOver = (error: unknown): boolean =>
  error instanceof ApiRefusal && ['invalidToken', 'tokenExpired', 'sessionClosed'].includes(error.code)

export const KycContinueScreen = () => {
  const t = useTranslations('kyc.continue')
  const fail = useShowError()
  const [code] = useState(handoffCode)
  const [kept] = useState(keptHandoff)
  const [opened, setOpened] = useState<Opened | null>(null)
  const [stands, setStands] = useState<'invalid' | 'ended' | null>(code === '' && kept === null ? 'invalid' : null)
  const [isOpening, setOpening] = useState(false)
  useHeadingAfter(stands ?? opened)

  const end = (how: 'invalid' | 'ended') => {
    keepHandoff(null)
    setStands(how)
  }
  const begin = async () => {
    setOpening(true)
    try {
      setOpened(await (kept === null || kept === 'done' ? open(code) : read(kept)))
    } catch (error) {
      if (isOver(error)) end(kept === null ? 'invalid' : 'ended')
      else await fail(error)
    } finally {
      setOpening(false)
    }
  }

  if (stands !== null)
    return (
      <OpenFrame title={t(stands)} lead={t(stands === 'invalid' ? 'invalidText' : 'endedText')}>
        {null}
      </OpenFrame>
    )
  if (kept === 'done')
    return (
      <OpenFrame title={t('screen')}>
        <AllSent />
      </OpenFrame>
    )
  if (opened === null)
    return (
      <OpenFrame title={t('screen')} lead={t('lead')}>
        <p className="text-text-muted">{t('onlyPhotos')}</p>
        <Button size="large" full pending={isOpening} onClick={() => void begin()}>
          {t('start')}
        </Button>
      </OpenFrame>
    )
  return (
    <OpenFrame title={t('screen')}>
      <Photos
        opened={opened}
        onRefused={(error) => {
          if (!isOver(error)) return false
          end('ended')
          return true
        }}
      />
    </OpenFrame>
  )
}

const Photos = ({ opened: { pass, plan }, onRefused }: { opened: Opened; onRefused: (error: unknown) => boolean }) => {
  const t = useTranslations('kyc.continue')
  return (
    <>
      <Card tone="quiet">
        <p className="font-semibold">{t('forWhom', { name: pass.name })}</p>
        <p className="break-all">{pass.email}</p>
        <p className="pt-2 text-sm text-text-muted">{t('notYou')}</p>
      </Card>
      {plan.length === 0 ? (
        <Said title={t('nothing')} text={t('doneText')} />
      ) : (
        <StepFlow
          label={t('screen')}
          plan={plan}
          isDone={() => false}
          onPart={async (_part, isLast) => {
            if (isLast) keepHandoff('done')
          }}
          bearer={pass.bearer}
          onRefused={onRefused}
          whenDone={<AllSent />}
        />
      )}
    </>
  )
}

const AllSent = () => {
  const t = useTranslations('kyc.continue')
  return <Said picture={<DonePicture />} title={t('done')} text={t('doneText')} />
}

/** The last thing that is said; the button before it is gone, and the focus with it. */
const Said = ({ picture, title, text }: { picture?: ReactNode; title: string; text: string }) => {
  const part = useRef<HTMLElement>(null)
  useEffect(() => focusHeading(part.current), [])
  return (
    <section ref={part} aria-live="polite" className="grid justify-items-center gap-3 pt-4 text-center">
      {picture}
      <h2 className="text-2xl font-semibold tracking-tight">{title}</h2>
      <p className="text-text-muted">{text}</p>
    </section>
  )
}
