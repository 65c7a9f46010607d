import { type Schedule, zoneName } from '@puente/contract'
import { Banner } from '@puente/ui/badge'
import { Button, buttonClass } from '@puente/ui/button'
import { Card } from '@puente/ui/card'
import { DefinitionList } from '@puente/ui/definition-list'
import { iconButtonClass } from '@puente/ui/icon-button'
import { Money } from '@puente/ui/money'
import { Loading, SkeletonRows } from '@puente/ui/skeleton'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import X from 'lucide-react/icons/x'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { useFormats } from '#lib/i18n/format.ts'
import { LoadFailed, failureOf } from '#lib/layout/load-failed.tsx'
import { paths } from '#lib/layout/paths.ts'
import { useScheduleWords } from '#shared/schedule/schedule-words.ts'
import { scheduleQuery } from '../api/schedules.ts'
import type { Move } from '../parts/move-dialog.tsx'
import { Face, StateBadge, useLastResult, useName } from '../parts/schedule-words.tsx'

const MoveDialog = lazyPart(() => import('../parts/move-dialog.tsx').then((part) => part.MoveDialog))

/** The schedule chosen in the list; the choice is in the history entry, so that it survives a reload. */
export const DetailScreen = () => {
  const t = useTranslations('common')
  const id = useLocation({ select: ({ state }) => state.schedule }) ?? ''
  const schedule = useQuery({ ...scheduleQuery(id), enabled: id !== '' })
  if (schedule.data) return <Detail key={id} schedule={schedule.data} />
  if (schedule.isError) return <LoadFailed {...failureOf(schedule)} />
  return (
    <Loading label={t('loading')}>
      <SkeletonRows count={3} />
    </Loading>
  )
}

const Detail = ({ schedule }: { schedule: Schedule }) => (
  <div className="grid gap-4">
    <Card>
      <Head schedule={schedule} />
      <Trouble schedule={schedule} />
      <Actions schedule={schedule} />
    </Card>
    <Card>
      <Facts schedule={schedule} />
    </Card>
  </div>
)

const Head = ({ schedule }: { schedule: Schedule }) => {
  const t = useTranslations('schedules')
  const formats = useFormats()
  const name = useName()(schedule)
  return (
    <div className="relative grid justify-items-center gap-2 text-center">
      <Link
        to={paths.schedules.path}
        resetScroll={false}
        aria-label={t('close')}
        className={`${iconButtonClass()} absolute -end-2 -top-2 max-desktop:hidden`}
      >
        <X aria-hidden="true" />
      </Link>
      <Face schedule={schedule} />
      <h2 className="max-w-full px-10 text-lg font-semibold wrap-anywhere">{t(`head.${schedule.call}`, { name })}</h2>
      <Money cents={schedule.amount} locale={formats.locale} size="xl" />
      <StateBadge schedule={schedule} />
    </div>
  )
}

/** What keeps it from going on as arranged, and what to do about it. */
const Trouble = ({ schedule }: { schedule: Schedule }) => {
  const t = useTranslations('schedules')
  const last = useLastResult()(schedule)
  const { state, can, publicTransactionId } = schedule
  if (state === 'paused' && !can.resume)
    return (
      <Banner
        tone="waiting"
        title={t('datePassed.title')}
        action={
          publicTransactionId === null ? undefined : (
            <Link
              to={paths.person.path}
              params={{ handle: publicTransactionId }}
              className={buttonClass({ variant: 'secondary', size: 'small' })}
            >
              {t('datePassed.action')}
            </Link>
          )
        }
      >
        {t('datePassed.text')}
      </Banner>
    )
  if (schedule.waitsForProof)
    return (
      <Banner tone="waiting" title={t('proof.title')}>
        {t('proof.text')}
      </Banner>
    )
  const { lastResult } = schedule
  if (lastResult === null || lastResult.outcome === 'made') return null
  return (
    <Banner tone={lastResult.outcome === 'retrying' ? 'waiting' : 'negative'} title={t('notMade')}>
      {last}
    </Banner>
  )
}

const Actions = ({ schedule }: { schedule: Schedule }) => {
  const t = useTranslations('schedules.moves')
  const [move, setMove] = useState<Move | null>(null)
  const { can } = schedule
  if (!can.cancel) return null
  return (
    <div className="grid gap-2 sm:grid-cols-2">
      {can.pause && (
        <Button variant="secondary" full onClick={() => setMove('pause')}>
          {t('pause.action')}
        </Button>
      )}
      {can.resume && (
        <Button full onClick={() => setMove('resume')}>
          {t('resume.action')}
        </Button>
      )}
      <Button variant="ghost" full onClick={() => setMove('cancel')}>
        {t('cancel.action')}
      </Button>
      {move !== null && (
        <Suspense>
          <MoveDialog schedule={schedule} move={move} onClose={() => setMove(null)} />
        </Suspense>
      )}
    </div>
  )
}

const Facts = ({ schedule }: { schedule: Schedule }) => {
  const t = useTranslations('schedules.facts')
  const tSchedules = useTranslations('schedules')
  const formats = useFormats()
  const words = useScheduleWords()
  const lastResult = useLastResult()(schedule)
  const { nextAt, until, count, runs, note, endReason, every, timeZone, call } = schedule
  const rows = [
    ...(nextAt === null ? [] : [{ term: t('next'), value: formats.dateTime(nextAt), strong: true }]),
    { term: t('every'), value: words(schedule) },
    ...(timeZone === formats.timeZone ? [] : [{ term: t('zone'), value: zoneName(timeZone, formats.locale) }]),
    ...(until === null ? [] : [{ term: t('until'), value: formats.day(until) }]),
    ...(every === 'once' ? [] : [{ term: t(`runs.${call}`), value: runsText(t, runs, count) }]),
    ...(endReason === null ? [] : [{ term: t('ended'), value: tSchedules(`endReasons.${endReason}`) }]),
    ...(note === '' ? [] : [{ term: t('note'), value: <span className="wrap-anywhere">{note}</span> }]),
    ...(lastResult === null ? [] : [{ term: t('last'), value: lastResult }]),
  ]
  const { transactionId = null, requestId = null } = schedule.lastResult ?? {}
  return (
    <>
      <DefinitionList rows={rows} />
      {transactionId !== null && (
        <Link
          to={paths.movementsDetail.path}
          state={{ movement: transactionId }}
          className={`justify-self-center ${buttonClass({ variant: 'ghost', size: 'small' })}`}
        >
          {t('payment')}
        </Link>
      )}
      {requestId !== null && (
        <Link
          to={paths.requestsDetail.path}
          state={{ request: requestId }}
          className={`justify-self-center ${buttonClass({ variant: 'ghost', size: 'small' })}`}
        >
          {t('request')}
        </Link>
      )}
    </>
  )
}

const runsText = (t: ReturnType<typeof useTranslations<'schedules.facts'>>, runs: number, count: number | null) =>
  count === null ? String(runs) : t('runsOf', { runs: String(runs), count: String(count) })
