import { isOpenStep, shownSteps, type Transaction } from '@puente/contract'
import { Timeline, type TimelineStep } from '@puente/ui/timeline'
import { useTranslations } from 'use-intl'
import { useFormats } from '#lib/i18n/format.ts'
import { hasFailed, isDeclinedOutside } from './movement-end.ts'
import { useReturnText } from './movement-texts.ts'
import { isInFlight } from './movement.ts'

const STEPS = [
  'pending',
  'unclaimed',
  'onHold',
  'cancelled',
  'completed',
  'returned',
  'voided',
  'warned',
  'contested',
  'chargedBack',
  'takenBack',
  'refunded',
  'refundFailed',
  'kept',
  'cleared',
] as const
/** It ended without arriving, or had arrived and is back where it came from. */
const OVER: readonly string[] = ['cancelled', 'returned', 'chargedBack', 'takenBack', 'voided', 'refunded']
type Step = (typeof STEPS)[number]

/** Steps that this version has no text for are left out: the state and its reason also show what happened. */
const isKnown = (step: string): step is Step => STEPS.some((known) => known === step)

type Props = {
  row: Pick<
    Transaction,
    | 'type'
    | 'state'
    | 'timeline'
    | 'expected'
    | 'cancelReason'
    | 'returnReason'
    | 'returnStep'
    | 'decideBy'
    | 'decidedBy'
    | 'method'
    | 'returnsAt'
    | 'received'
    | 'givenBack'
    | 'laterAttempt'
  >
  /** Below the current step. */
  now?: string | null
}

/** The steps of a movement: past, current and expected, with their times. */
export const MovementTimeline = ({ row, now = null }: Props) => {
  const t = useTranslations('activity.timeline')
  const tActivity = useTranslations('activity')
  const formats = useFormats()
  const why = useReturnText()(row.returnReason)
  const flying = isInFlight(row)
  const known = shownSteps(row).filter(({ step }) => isKnown(step))
  // The first step of a payment that waits for an approver, and the one after it, which is theirs where the viewer may know.
  const titleOf = (step: Step, place: number): string => {
    const { decideBy, decidedBy, cancelReason } = row
    if (step === 'cancelled' && isDeclinedOutside(row)) return tActivity('wasDeclined')
    if (decideBy === undefined) return t(`steps.${step}`)
    if (place === 0) return t('steps.approval')
    if (place === 1 && decidedBy !== undefined && step === 'cancelled' && cancelReason === 'declined')
      return t('steps.notApproved', { name: decidedBy })
    return place === 1 && decidedBy !== undefined && step !== 'cancelled'
      ? `${t('steps.approved', { name: decidedBy })} · ${t(`steps.${step}`)}`
      : t(`steps.${step}`)
  }

  const steps: TimelineStep[] = known.map(({ step, at, amount }, place) => {
    const isLast = place === known.length - 1
    const isNow = isLast && (flying || isOpenStep(step))
    const isBack = step === 'returned' || step === 'cancelled'
    const title = isKnown(step) ? titleOf(step, place) : step
    return {
      id: `${place}-${step}`,
      title: amount === undefined ? title : `${title} · ${formats.money(amount)}`,
      ...(at !== null && { time: formats.dateTime(at) }),
      ...(isNow && now !== null && { detail: now }),
      ...(isBack && why !== null && { detail: why }),
      state:
        step === 'cancelled' && hasFailed(row)
          ? 'failed'
          : OVER.includes(step)
            ? 'stopped'
            : isNow
              ? 'current'
              : 'done',
    }
  })
  if (flying) {
    const { expected } = row
    steps.push({
      id: 'next',
      title: t(isOpenStep(row.returnStep) ? 'steps.decided' : 'steps.completed'),
      // While it is on hold no day can be said.
      ...(expected &&
        row.state === 'PENDING' && { time: t('expected', { days: formats.days(expected.from, expected.to) }) }),
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
