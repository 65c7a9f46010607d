import { REQUEST_DEFAULT_DAYS, SCHEDULE_INTERVALS, type ScheduleInterval } from '@puente/contract'
import { Button } from '@puente/ui/button'
import { Dialog } from '@puente/ui/dialog'
import { SelectField } from '@puente/ui/select-field'
import { TextField } from '@puente/ui/text-field'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { productNow } from '#lib/browser/product-time.ts'
import { addDays, dayIn } from '#lib/i18n/days.ts'
import { useFormats } from '#lib/i18n/format.ts'
import { ApprovalFirst } from '#shared/approval/approval-first.tsx'
import { ProofWaits } from '#shared/step-up/proof-waits.tsx'
import { useScheduleWords } from './schedule-words.ts'
import { type Later, type Schedulable, useCreateSchedule } from './use-create-schedule.ts'

const ENDS = ['never', 'until', 'count'] as const
type End = (typeof ENDS)[number]

const MORNING = '09:00'
const DAYS_AHEAD = 366
const MOST_RUNS = 520

type Form = { day: string; time: string; every: ScheduleInterval; end: End; until: string; count: string }

/** The moment of a day and a time on this device's clock; null while one of them is missing. */
const momentOf = ({ day, time }: Form): number | null => {
  const at = new Date(`${day}T${time}`).getTime()
  return day === '' || time === '' || Number.isNaN(at) ? null : at
}

/** Which field has to be changed first; null when none. */
const faultOf = (form: Form): 'start' | 'until' | 'count' | null => {
  const at = momentOf(form)
  if (at === null || at <= productNow()) return 'start'
  if (form.every === 'once' || form.end === 'never') return null
  if (form.end === 'until') return form.until === '' || form.until < form.day ? 'until' : null
  const count = Number(form.count)
  return Number.isInteger(count) && count >= 1 && count <= MOST_RUNS ? null : 'count'
}

const laterOf = (form: Form): Later => ({
  start: new Date(momentOf(form) ?? 0).toISOString(),
  every: form.every,
  ...(form.every !== 'once' && form.end === 'until' && { until: form.until }),
  ...(form.every !== 'once' && form.end === 'count' && { count: Number(form.count) }),
})

type Props = { what: Schedulable; onClose: () => void }

/** When a send or a request is made instead of now, how often, and how long. */
export const LaterDialog = ({ what, onClose }: Props) => {
  const t = useTranslations('schedules')
  const tCommon = useTranslations('common')
  const formats = useFormats()
  const words = useScheduleWords()
  const today = dayIn(productNow(), formats.timeZone)
  const [form, setForm] = useState<Form>({
    day: addDays(today, 1),
    time: MORNING,
    every: 'once',
    end: 'never',
    until: '',
    count: '12',
  })
  const [isTried, setIsTried] = useState(false)
  const create = useCreateSchedule(what)
  const change = (changed: Partial<Form>) => setForm((before) => ({ ...before, ...changed }))
  const fault = faultOf(form)
  const errorOf = (field: NonNullable<typeof fault>) =>
    isTried && fault === field ? t(`form.faults.${field}`) : undefined
  const at = momentOf(form)
  const submit = () => {
    setIsTried(true)
    if (fault === null) create.mutate(laterOf(form))
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !create.isPending && onClose()}
      title={t(`later.${what.call}`)}
      description={t(`form.text.${what.call}`, {
        amount: formats.money(what.amount),
        name: what.fullName,
        days: String(REQUEST_DEFAULT_DAYS),
      })}
      closeLabel={tCommon('close')}
      actions={
        <Button full pending={create.isPending} pendingLabel={tCommon('working')} onClick={submit}>
          {t('form.action')}
        </Button>
      }
    >
      <form
        className="grid gap-4 text-start"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <ProofWaits />
        <div className="grid grid-cols-[repeat(auto-fit,minmax(11rem,1fr))] gap-3">
          <TextField
            type="date"
            label={t('form.day')}
            min={today}
            max={addDays(today, DAYS_AHEAD - 1)}
            value={form.day}
            error={errorOf('start')}
            onChange={(event) => change({ day: event.target.value })}
          />
          <TextField
            type="time"
            label={t('form.time')}
            value={form.time}
            onChange={(event) => change({ time: event.target.value })}
          />
        </div>
        <SelectField
          label={t('form.every')}
          value={form.every}
          options={SCHEDULE_INTERVALS.map((every) => ({ value: every, label: t(`intervals.${every}`) }))}
          onChange={(event) => change({ every: event.target.value as ScheduleInterval })}
        />
        {form.every !== 'once' && (
          <>
            <SelectField
              label={t('form.ends')}
              value={form.end}
              options={ENDS.map((end) => ({
                value: end,
                label: t(end === 'count' ? `ends.count.${what.call}` : `ends.${end}`),
              }))}
              onChange={(event) => change({ end: event.target.value as End })}
            />
            {form.end === 'until' && (
              <TextField
                type="date"
                label={t('form.until')}
                min={form.day}
                value={form.until}
                error={errorOf('until')}
                onChange={(event) => change({ until: event.target.value })}
              />
            )}
            {form.end === 'count' && (
              <TextField
                inputMode="numeric"
                label={t(`form.count.${what.call}`)}
                value={form.count}
                error={errorOf('count')}
                onChange={(event) => change({ count: event.target.value.replaceAll(/\D/g, '') })}
              />
            )}
          </>
        )}
        <p aria-live="polite" className="text-sm text-text-muted">
          {at !== null && words({ every: form.every, startAt: new Date(at).toISOString(), timeZone: formats.timeZone })}
        </p>
        {what.call === 'sendInApp' && <ApprovalFirst toUser={what.toUser} amount={what.amount} />}
        <button type="submit" className="hidden" aria-hidden="true" tabIndex={-1} />
      </form>
    </Dialog>
  )
}
