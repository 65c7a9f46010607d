import type { Dispute } from '@puente/contract'
import { Timeline, type TimelineStep } from '@puente/ui/timeline'
import { useTranslations } from 'use-intl'
import { useFormats } from '#lib/i18n/format.ts'
import { isOpenDispute } from '#shared/support/dispute-words.ts'

/** What has happened with a report, and what is due by when. */
export const DisputeTimeline = ({ dispute }: { dispute: Dispute }) => {
  const t = useTranslations('disputes.steps')
  const tMovement = useTranslations('activity.timeline')
  const formats = useFormats()
  const { timeline, state, answerBy, finalBy, creditDue, automaticCredit, credit, amount } = dispute
  const isOpen = isOpenDispute(dispute)
  const steps: TimelineStep[] = timeline.map(({ step, at }, place) => ({
    id: `${place}-${step}`,
    title: t(step),
    time: formats.dateTime(at),
    state: isOpen && place === timeline.length - 1 ? 'current' : 'done',
  }))
  const due = (id: string, title: string, day: string): void =>
    void steps.push({ id, title, time: t('by', { day: formats.day(day) }), state: 'upcoming' })
  if (isOpen && state !== 'provisionalCredit' && creditDue)
    due(
      'answer',
      t(automaticCredit ? 'answerOrCredit' : 'answerOrDecision', { amount: formats.money(amount) }),
      answerBy,
    )
  if (isOpen) due('final', t('answer'), finalBy)
  if (credit?.state === 'toTakeBack' && credit.takeBackOn !== null)
    steps.push({
      id: 'back',
      title: t('goesBack', { amount: formats.money(credit.amount) }),
      state: 'upcoming',
      time: t('on', { day: formats.day(credit.takeBackOn) }),
    })
  return (
    <Timeline
      label={t('label')}
      steps={steps}
      stateLabels={{
        done: tMovement('done'),
        current: tMovement('current'),
        upcoming: tMovement('upcoming'),
        stopped: tMovement('failed'),
        failed: tMovement('failed'),
      }}
    />
  )
}
