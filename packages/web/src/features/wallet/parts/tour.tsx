/**
 * The tour of the home screen, for who is here for the first time. It stands in the page and not over it: nothing is
 * covered, no key is caught, and everything it speaks of can be used meanwhile.
 */
import { Button } from '@puente/ui/button'
import { Card } from '@puente/ui/card'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useShowError } from '#lib/forms/use-show-error.ts'
import { useHeadingAfter } from '#lib/layout/focus-heading.ts'
import { useMe } from '#lib/session/me.ts'
import { changePreferences } from '#lib/session/preferences.ts'

const STEPS = ['balance', 'actions', 'tasks', 'settings'] as const

export const Tour = () => {
  const t = useTranslations('wallet.tour')
  const fail = useShowError()
  const isWanted = useMe().preferences.transactionsTutorial
  useHeadingAfter(isWanted)
  const [step, setStep] = useState(0)
  const text = useRef<HTMLParagraphElement>(null)
  const moved = useRef(false)

  // The words have changed under whoever pressed the button; a screen reader goes on with them.
  useEffect(() => {
    if (moved.current) text.current?.focus()
  }, [step])

  if (!isWanted) return null
  const name = STEPS[step] ?? STEPS[0]
  const isLast = step === STEPS.length - 1
  const go = (by: 1 | -1) => {
    moved.current = true
    setStep(step + by)
  }
  const end = () => void changePreferences({ transactionsTutorial: false }).catch(fail)

  return (
    <Card
      tone="quiet"
      title={t(`${name}.title`)}
      action={
        <span className="text-sm text-text-muted tabular-nums">
          {t('place', { at: String(step + 1), of: String(STEPS.length) })}
        </span>
      }
    >
      <p ref={text} tabIndex={-1} className="rounded-md text-text-muted">
        {t(`${name}.text`)}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="small" onClick={isLast ? end : () => go(1)}>
          {t(isLast ? 'done' : 'next')}
        </Button>
        {step > 0 && (
          <Button size="small" variant="secondary" onClick={() => go(-1)}>
            {t('back')}
          </Button>
        )}
        {!isLast && (
          <Button size="small" variant="ghost" onClick={end}>
            {t('skip')}
          </Button>
        )}
      </div>
    </Card>
  )
}
