import { Button, buttonClass } from '@puente/ui/button'
import { Chip, ChipGroup } from '@puente/ui/chip'
import { IconButton } from '@puente/ui/icon-button'
import { TextField } from '@puente/ui/text-field'
import CalendarDays from 'lucide-react/icons/calendar-days'
import FileDown from 'lucide-react/icons/file-down'
import Scale from 'lucide-react/icons/scale'
import Search from 'lucide-react/icons/search'
import X from 'lucide-react/icons/x'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { paths } from '#lib/layout/paths.ts'
import { isBackwards, isNarrowed, KINDS, noChoice, type Choice } from '../api/movement-filter.ts'

type Props = {
  choice: Choice
  onChange: (change: Partial<Choice>) => void
  withBalance: boolean
  onWithBalance: (on: boolean) => void
}

const SEARCH_MAX = 100

const hasDays = ({ fromDate, toDate }: Choice): boolean => fromDate !== '' && toDate !== ''

export const FilterBar = ({ choice, onChange, withBalance, onWithBalance }: Props) => {
  const t = useTranslations('activity.filters')
  const { withDates } = choice
  const toggleDates = (on: boolean) => onChange({ withDates: on, ...(!on && { fromDate: '', toDate: '' }) })

  return (
    <search className="grid gap-3">
      <TextField
        label={t('search')}
        hint={t('searchHint')}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        maxLength={SEARCH_MAX}
        value={choice.search}
        onChange={(event) => onChange({ search: event.target.value })}
        prefix={<Search aria-hidden="true" className="size-5" />}
        suffix={
          choice.search !== '' && (
            <IconButton
              label={t('clearSearch')}
              icon={<X aria-hidden="true" />}
              onClick={() => onChange({ search: '' })}
            />
          )
        }
      />
      <ChipGroup label={t('label')}>
        {KINDS.map((kind) => (
          <Chip key={kind} pressed={choice.kind === kind} onPressedChange={() => onChange({ kind })}>
            {t(kind)}
          </Chip>
        ))}
        <Chip
          pressed={withDates}
          onPressedChange={toggleDates}
          icon={<CalendarDays aria-hidden="true" className="size-4" />}
        >
          {t('dates')}
        </Chip>
        <Chip
          pressed={withBalance}
          onPressedChange={onWithBalance}
          icon={<Scale aria-hidden="true" className="size-4" />}
        >
          {t('balance')}
        </Chip>
      </ChipGroup>
      {withDates && (
        <div className="grid gap-3 sm:grid-cols-2">
          <TextField
            label={t('from')}
            type="date"
            value={choice.fromDate}
            onChange={(event) => onChange({ fromDate: event.target.value })}
          />
          <TextField
            label={t('to')}
            type="date"
            value={choice.toDate}
            error={isBackwards(choice) ? t('wrongOrder') : undefined}
            onChange={(event) => onChange({ toDate: event.target.value })}
          />
        </div>
      )}
      <div className="flex flex-wrap gap-x-2 empty:hidden">
        {withDates && !isBackwards(choice) && (
          <Link
            to={paths.settingsStatements.path}
            {...(hasDays(choice) && { state: { statementDays: { fromDate: choice.fromDate, toDate: choice.toDate } } })}
            className={buttonClass({ variant: 'ghost', size: 'small' })}
          >
            <FileDown aria-hidden="true" className="size-5" />
            {t('statement')}
          </Link>
        )}
        {isNarrowed(choice) && (
          <Button variant="ghost" size="small" onClick={() => onChange(noChoice)}>
            {t('clear')}
          </Button>
        )}
      </div>
    </search>
  )
}
