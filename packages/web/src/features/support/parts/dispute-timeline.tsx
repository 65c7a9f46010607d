import type { Dispute, Transaction } from '@puente/contract'
import { Timeline, type TimelineStep } from '@puente/ui/timeline'
import { useTranslations } from 'use-intl'
import { useFormats } from '#lib/i18n/format.ts'
import { isCreditAhead, isOpenDispute } from '#shared/support/dispute-words.ts'

type Props = { dispute: Dispute; row: Transaction | undefined }

/** What has happened with a report, and what is due, or was, by when. */
export const DisputeTimeline = ({ dispute, row }: Props) => {
  const t = useTranslations('disputes.steps')
  const tMovement = useTranslations('activity.timeline')
  const formats = useFormats()
  const { timeline, answerBy, finalBy, automaticCredit, late, credit, amount } = dispute
  const isOpen = isOpenDispute(dispute)
  const isAhead = isCreditAhead(dispute, row)
  const steps: TimelineStep[] = timeline.map(({ step, at }, place) => ({
    id: `${place}-${step}`,
    title: t(step === 'creditTakenBack' && credit?.takenBack === 0 ? 'creditOwed' : step),
    time: formats.dateTime(at),
    state: isOpen && late === null && place === timeline.length - 1 ? 'current' : 'done',
  }))
  const due = (id: string, title: string, day: string, was: boolean): void => {
    const time = t(was ? 'wasDue' : 'by', { day: formats.day(day) })
    steps.push({ id, title, time, state: was ? 'current' : 'upcoming' })
  }
  if (isAhead)
    due(
      'answer',
      t(automaticCredit ? 'answerOrCredit' : 'answerOrDecision', { amount: formats.money(amount) }),
      answerBy,
      late !== null,
    )
  if (isOpen) due('final', t('answer'), finalBy, late === 'final')
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
