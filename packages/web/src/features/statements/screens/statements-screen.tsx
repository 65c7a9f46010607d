import { STATEMENT_FORMATS, type StatementFormat, zoneName } from '@puente/contract'
import { Banner } from '@puente/ui/badge'
import { Button } from '@puente/ui/button'
import { Card } from '@puente/ui/card'
import { Chip, ChipGroup } from '@puente/ui/chip'
import { Segmented } from '@puente/ui/segmented'
import { TextField } from '@puente/ui/text-field'
import { useMutation } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiRefusal } from '#lib/api/api-errors.ts'
import { fetchDownload } from '#lib/api/download.ts'
import { productNow } from '#lib/browser/product-time.ts'
import { saveFile } from '#lib/browser/save-file.ts'
import { isUnproved, useErrorText } from '#lib/forms/use-show-error.ts'
import { dayIn } from '#lib/i18n/days.ts'
import { useFormats } from '#lib/i18n/format.ts'
import { Screen } from '#lib/layout/screen.tsx'
import { ProofWaits } from '#shared/step-up/proof-waits.tsx'
import { type Days, daysOf, daysTrouble, monthsOf, type Span, SPANS } from '../api/statement-range.ts'

/** One's own transactions as a file: which days, in which form. */
export const StatementsScreen = () => {
  const t = useTranslations('statements')
  const { timeZone } = useFormats()
  const today = dayIn(productNow(), timeZone)
  const asked = useLocation({ select: ({ state }) => state.statementDays })
  const [span, setSpan] = useState<Span>(asked ? 'custom' : 'thisMonth')
  const [custom, setCustom] = useState<Days>(asked ?? { fromDate: '', toDate: '' })
  const [format, setFormat] = useState<StatementFormat>('pdf')
  const days = daysOf(span, today) ?? custom
  return (
    <Screen width="form" lead={t('lead')}>
      <ProofWaits />
      <Card title={t('days.label')}>
        <ChipGroup label={t('days.label')}>
          {SPANS.map((one) => (
            <Chip key={one} pressed={span === one} onPressedChange={() => setSpan(one)}>
              {t(`days.${one}`)}
            </Chip>
          ))}
        </ChipGroup>
        {span === 'custom' && <CustomDays days={custom} today={today} onChange={setCustom} />}
        <DaysText days={days} today={today} />
      </Card>
      <Segmented
        label={t('format.label')}
        stacked
        options={STATEMENT_FORMATS.map((value) => ({
          value,
          label: t(`format.${value}.name`),
          description: t(`format.${value}.text`),
        }))}
        value={format}
        onChange={setFormat}
      />
      <Download
        days={days}
        today={today}
        format={format}
        onDays={(month) => {
          setSpan('custom')
          setCustom(month)
        }}
      />
    </Screen>
  )
}

type CustomProps = { days: Days; today: string; onChange: (days: Days) => void }

const CustomDays = ({ days, today, onChange }: CustomProps) => {
  const t = useTranslations('statements.days')
  const trouble = daysTrouble(days, today)
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <TextField
        label={t('from')}
        type="date"
        max={today}
        value={days.fromDate}
        onChange={(event) => onChange({ ...days, fromDate: event.target.value })}
      />
      <TextField
        label={t('to')}
        type="date"
        max={today}
        value={days.toDate}
        error={trouble === null || trouble === 'missing' ? undefined : t(trouble)}
        onChange={(event) => onChange({ ...days, toDate: event.target.value })}
      />
    </div>
  )
}

/** The days in words, and by whose clock. */
const DaysText = ({ days, today }: { days: Days; today: string }) => {
  const t = useTranslations('statements.days')
  const formats = useFormats()
  if (daysTrouble(days, today) !== null) return null
  return (
    <p className="text-sm text-text-muted">
      {t('chosen', {
        days: formats.days(days.fromDate, days.toDate),
        zone: zoneName(formats.timeZone, formats.locale),
      })}
    </p>
  )
}

/** A PDF has an end to its rows. */
const hasTooManyRows = (error: unknown): boolean =>
  error instanceof ApiRefusal && error.details['reason'] === 'tooManyRows'

type MonthsProps = { days: Days; onChoose: (days: Days) => void }

/** The months of days that are too much for one file. */
const Months = ({ days, onChoose }: MonthsProps) => {
  const t = useTranslations('statements')
  const formats = useFormats()
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 text-sm text-text-muted">{t('months')}</legend>
      <div className="flex flex-wrap gap-2">
        {monthsOf(days).map((month) => (
          <Button key={month.fromDate} variant="secondary" size="small" onClick={() => onChoose(month)}>
            {formats.days(month.fromDate, month.toDate)}
          </Button>
        ))}
      </div>
    </fieldset>
  )
}

type DownloadProps = { days: Days; today: string; format: StatementFormat; onDays: (days: Days) => void }

const Download = ({ days, today, format, onDays }: DownloadProps) => {
  const t = useTranslations('statements')
  const formats = useFormats()
  const [bytes, setBytes] = useState(0)
  const [failure, setFailure] = useState<string | null>(null)
  // The days that were too much for one PDF.
  const [tooMuch, setTooMuch] = useState<Days | null>(null)
  const textOf = useErrorText()
  const abort = useRef<AbortController>(null)
  // Whoever leaves the screen wants no file any more.
  useEffect(() => () => abort.current?.abort(), [])
  const download = useMutation({
    mutationFn: async () => {
      setFailure(null)
      setTooMuch(null)
      setBytes(0)
      abort.current = new AbortController()
      return fetchDownload(
        'reportTransactions',
        { ...days, format },
        { signal: abort.current.signal, onBytes: setBytes },
      )
    },
    onSuccess: ({ blob, name }) => saveFile(blob, name),
    onError: async (error) => {
      // Stopped, or not proved: the person's own choice.
      if (abort.current?.signal.aborted || isUnproved(error)) return
      if (hasTooManyRows(error) && monthsOf(days).length > 1) setTooMuch(days)
      setFailure(await textOf(error))
    },
  })
  const said = useRef<HTMLOutputElement>(null)
  useEffect(() => {
    if (failure !== null || download.isSuccess) said.current?.scrollIntoView({ block: 'center' })
  }, [failure, download.isSuccess])
  const trouble = daysTrouble(days, today)
  const isComing = download.isPending && bytes > 0
  return (
    <div className="grid gap-3">
      <Button
        full
        size="large"
        pending={download.isPending}
        pendingLabel={t('working')}
        disabled={trouble !== null}
        reason={trouble === null ? undefined : t(`days.${trouble}`)}
        onClick={() => download.mutate()}
      >
        {t('action')}
      </Button>
      {isComing && (
        <div className="flex items-center justify-between gap-3">
          <p className="text-sm text-text-muted tabular-nums">{t('progress', { size: formats.size(bytes) })}</p>
          <Button variant="ghost" size="small" onClick={() => abort.current?.abort()}>
            {t('stop')}
          </Button>
        </div>
      )}
      <output ref={said} className="grid empty:hidden">
        {failure !== null && <Banner tone="negative">{failure}</Banner>}
        {download.isSuccess && <Banner tone="positive">{t('saved', { name: download.data.name })}</Banner>}
      </output>
      {tooMuch && (
        <Months
          days={tooMuch}
          onChoose={(month) => {
            setFailure(null)
            setTooMuch(null)
            onDays(month)
          }}
        />
      )}
    </div>
  )
}
