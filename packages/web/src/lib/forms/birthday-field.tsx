import { DateField } from '@puente/ui/date-field'
import { useEffect, useRef } from 'react'
import { useController, type Control, type FieldPathByValue, type FieldValues } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { NOT_REAL } from './birthday.ts'

/** From the youngest to the oldest that the server takes, 18 to 120. */
const OFFERED_YEARS = 120 - 18

type Props<Values extends FieldValues, Output> = {
  control: Control<Values, unknown, Output>
  /** A text field of the form: an ISO day, empty while the date is not complete, or `NOT_REAL`. */
  name: FieldPathByValue<Values, string>
  locale: string
  error: string | undefined
  /** The last birthday that is old enough, `YYYY-MM-DD`: the picker opens at it. */
  latest: string
  /** Called with every change: whether the date is complete. */
  onTyped: (complete: boolean) => void
}

/** A birthday in a form. Whether it is old enough is for the form's schema to say, as soon as the date is complete. */
export const BirthdayField = <Values extends FieldValues, Output>({
  control,
  name,
  locale,
  error,
  latest,
  onTyped,
}: Props<Values, Output>) => {
  const t = useTranslations('kyc.details')
  const { field } = useController({ control, name })
  const box = useRef<HTMLDivElement>(null)
  const { ref } = field
  const newest = Number(latest.slice(0, 4))

  // A date has three controls; when the form sends the focus here it goes to the first.
  useEffect(() => ref({ focus: () => box.current?.querySelector<HTMLElement>('input, select')?.focus() }), [ref])

  return (
    <div ref={box}>
      <DateField
        isBirthday
        label={t('birthday')}
        hint={t('birthdayHint')}
        locale={locale}
        partLabels={{ day: t('day'), month: t('month'), year: t('year') }}
        years={{ newest, oldest: newest - OFFERED_YEARS }}
        notReal={t('notReal')}
        value={field.value === '' || field.value === NOT_REAL ? null : field.value}
        onChange={(day, isComplete) => {
          field.onChange(day ?? (isComplete ? NOT_REAL : ''))
          onTyped(isComplete)
        }}
        error={error}
      />
    </div>
  )
}
