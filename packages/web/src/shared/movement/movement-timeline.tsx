import type { Transaction } from '@puente/contract'
import { Timeline, type TimelineStep } from '@puente/ui/timeline'
import { useTranslations } from 'use-intl'
import { useFormats } from '#lib/i18n/format.ts'
import { useReturnText } from './movement-texts.ts'
import { isInFlight } from './movement.ts'

const STEPS = [
  'pending',
  'onHold',
  'cancelled',
  'completed',
  'returned',
  'contested',
  'chargedBack',
  'refunded',
  'kept',
] as const
/** It had arrived, and is back where it came from. */
const BACK: readonly string[] = ['returned', 'chargedBack', 'refunded']
type Step = (typeof STEPS)[number]

/** Steps that this version has no text for are left out: the state and its reason also show what happened. */
const isKnown = (step: string): step is Step => STEPS.some((known) => known === step)

/** Ended by a person or by time is no failure; refused by a bank or by us is one. */
const endOf = ({ cancelReason }: Pick<Transaction, 'cancelReason'>): 'failed' | 'stopped' =>
  cancelReason === 'declined' || cancelReason === 'rejected' ? 'failed' : 'stopped'

type Props = {
  row: Pick<Transaction, 'state' | 'timeline' | 'expected' | 'cancelReason' | 'returnReason' | 'decideBy' | 'decidedBy'>
  /** Below the current step. */
  now?: string | null
}

/** The steps of a movement: past, current and expected, with their times. */
export const MovementTimeline = ({ row, now = null }: Props) => {
  const t = useTranslations('activity.timeline')
  const formats = useFormats()
  const why = useReturnText()(row.returnReason)
  const flying = isInFlight(row)
  const known = row.timeline.filter(({ step }) => isKnown(step))
  // The first step of a payment that waits for an approver, and the one after it, which is theirs where the viewer may know.
  const titleOf = (step: Step, place: number): string => {
    const { decideBy, decidedBy, cancelReason } = row
    if (decideBy === undefined) return t(`steps.${step}`)
    if (place === 0) return t('steps.approval')
    if (place === 1 && decidedBy !== undefined && step === 'cancelled' && cancelReason === 'declined')
      return t('steps.notApproved', { name: decidedBy })
    return place === 1 && decidedBy !== undefined && step !== 'cancelled'
      ? `${t('steps.approved', { name: decidedBy })} · ${t(`steps.${step}`)}`
      : t(`steps.${step}`)
  }

  const steps: TimelineStep[] = known.map(({ step, at }, place) => {
    const isLast = place === known.length - 1
    const isNow = isLast && (flying || step === 'contested')
    const isBack = step === 'returned' || step === 'cancelled'
    return {
      id: `${place}-${step}`,
      title: isKnown(step) ? titleOf(step, place) : step,
      ...(at !== null && { time: formats.dateTime(at) }),
      ...(isNow && now !== null && { detail: now }),
      ...(isBack && why !== null && { detail: why }),
      state: step === 'cancelled' ? endOf(row) : BACK.includes(step) ? 'stopped' : isNow ? 'current' : 'done',
    }
  })
  if (flying) {
    const { expected } = row
    steps.push({
      id: 'next',
      title: t('steps.completed'),
      ...(expected && { time: t('expected', { days: formats.days(expected.from, expected.to) }) }),
      state: 'upcoming',
    })
  }
  return (
    <Timeline
      label={t('label')}
      steps={steps}
      stateLabels={{
        done: t('done'),
        current: t('current'),
        upcoming: t('upcoming'),
        stopped: t('failed'),
        failed: t('failed'),
      }}
    />
  )
}
