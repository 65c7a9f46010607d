import type { Result } from '@puente/contract'
import { Timeline, type TimelineStep } from '@puente/ui/timeline'
import { useTranslations } from 'use-intl'
import { useFormats } from '#lib/i18n/format.ts'

type Invoice = Result<'getInvoice'>

/** What has no time comes last. */
const timeOf = ({ at }: { at: string | null }): number => (at === null ? Infinity : Date.parse(at))

/** From sending to its end: what has happened and when, and what is still to come. */
export const InvoiceTimeline = ({ invoice }: { invoice: Invoice }) => {
  const t = useTranslations('invoices.timeline')
  const tStates = useTranslations('activity.timeline')
  const formats = useFormats()
  const { state, was, date, updatedAt, dueDate, paymentDate, overdue, reminders, refunds, returns } = invoice
  const isOpen = state === 'toPay' || state === 'processing'

  const steps: TimelineStep[] = [
    { id: 'sent', title: t(`${was}.made`), time: formats.dateTime(date), state: 'done' },
    ...(reminders.sent > 0
      ? [{ id: 'reminded', title: t('reminded', { count: reminders.sent }), state: 'done' } as const]
      : []),
  ]
  if (state === 'processing') steps.push({ id: 'processing', title: t('processing'), state: 'current' })
  if (isOpen)
    steps.push({
      id: 'pay',
      title: t('toPay'),
      ...(dueDate !== null && { time: t('due', { day: formats.day(dueDate) }) }),
      state: state === 'processing' ? 'upcoming' : 'current',
      ...(overdue && { detail: t('late') }),
    })
  if (state === 'paid')
    steps.push({ id: 'paid', title: t('paid'), time: formats.dateTime(paymentDate ?? updatedAt), state: 'done' })
  if (state === 'declined')
    steps.push({ id: 'declined', title: t(`${was}.declined`), time: formats.dateTime(updatedAt), state: 'failed' })
  if (state === 'cancelled')
    steps.push({ id: 'cancelled', title: t(`${was}.cancelled`), time: formats.dateTime(updatedAt), state: 'stopped' })
  const gaveBack = refunds.map(({ transactionId, amount, date: at }) => ({
    at,
    step: { id: transactionId, title: t('refunded', { amount: formats.money(amount) }), state: 'done' } as const,
  }))
  const wentBack = returns.map(({ stage, amount, date: at }, place) => ({
    at,
    step: {
      id: `return-${place}`,
      title: t(stage === 'taken' ? 'reversed' : 'contested', { amount: formats.money(amount) }),
      state: stage === 'taken' ? 'failed' : 'current',
    } as const,
  }))
  for (const { at, step } of [...gaveBack, ...wentBack].toSorted((one, other) => timeOf(one) - timeOf(other)))
    steps.push({ ...step, ...(at !== null && { time: formats.dateTime(at) }) })

  return (
    <Timeline
      label={tStates('label')}
      steps={steps}
      stateLabels={{
        done: tStates('done'),
        current: tStates('current'),
        upcoming: tStates('upcoming'),
        stopped: tStates('failed'),
        failed: tStates('failed'),
      }}
    />
  )
}
