import { Button } from '@puente/ui/button'
import { Chip, ChipGroup } from '@puente/ui/chip'
import { TextField } from '@puente/ui/text-field'
import CalendarDays from 'lucide-react/icons/calendar-days'
import { useTranslations } from 'use-intl'
import { isBackwards, isNarrowed, MODES, noChoice, STATES, type Choice } from '../api/invoice-filter.ts'

type Props = { choice: Choice; onChange: (change: Partial<Choice>) => void }

/** Whose invoices, in which state, of which days. */
export const FilterBar = ({ choice, onChange }: Props) => {
  const t = useTranslations('invoices')
  const tDays = useTranslations('activity.filters')
  const { withDates } = choice
  return (
    <search className="grid gap-2">
      <ChipGroup label={t('filters.whose')}>
        {MODES.map((mode) => (
          <Chip key={mode} pressed={choice.mode === mode} onPressedChange={() => onChange({ mode })}>
            {t(`filters.${mode}`)}
          </Chip>
        ))}
      </ChipGroup>
      <ChipGroup label={t('filters.state')}>
        {STATES.map((state) => (
          <Chip
            key={state}
            pressed={choice.state === state}
            onPressedChange={(pressed) => onChange({ state: pressed ? state : null })}
          >
            {state === 'paid' && choice.mode !== 'sent'
              ? t('paidByYou')
              : t(`states.${state === 'unpaid' ? 'toPay' : state}`)}
          </Chip>
        ))}
        <Chip
          pressed={withDates}
          onPressedChange={(on) => onChange({ withDates: on, ...(!on && { fromDate: '', toDate: '' }) })}
          icon={<CalendarDays aria-hidden="true" className="size-4" />}
        >
          {tDays('dates')}
        </Chip>
      </ChipGroup>
      {withDates && (
        <div className="grid gap-3 sm:grid-cols-2">
          <TextField
            label={tDays('from')}
            type="date"
            value={choice.fromDate}
            onChange={(event) => onChange({ fromDate: event.target.value })}
          />
          <TextField
            label={tDays('to')}
            type="date"
            value={choice.toDate}
            error={isBackwards(choice) ? tDays('wrongOrder') : undefined}
            onChange={(event) => onChange({ toDate: event.target.value })}
          />
        </div>
      )}
      {isNarrowed(choice) && (
        <Button variant="ghost" size="small" onClick={() => onChange(noChoice)}>
          {tDays('clear')}
        </Button>
      )}
    </search>
  )
}
