import type { Transaction } from '@puente/contract'
import { Loading, Skeleton, SkeletonRows } from '@puente/ui/skeleton'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { clock } from '#lib/clock.ts'
import { addDays, dayIn } from '#lib/days.ts'
import { timeZone } from '#lib/i18n.ts'
import { LoadFailed, failureOf } from '#lib/load-failed.tsx'
import { addressOf, useMe } from '#lib/me.ts'
import { latestMovements, movementsQuery } from '#lib/movement-list.ts'
import { isInFlight } from '#lib/movement.ts'
import { Screen } from '#lib/screen.tsx'
import { useTwoColumns } from '#lib/wide.ts'
import { BalanceCard } from './balance-card.tsx'
import { HISTORY_DAYS } from './balance-history.ts'
import { BalanceHistoryCard } from './balance-history-card.tsx'
import { InFlight } from './in-flight.tsx'
import { FirstSteps, Latest } from './latest.tsx'
import { LimitsCard } from './limits-card.tsx'
import { PeopleRow } from './people-row.tsx'
import { QuickActions } from './quick-actions.tsx'
import { TaskList } from './task-list.tsx'

/** As many rows as one call gives. */
const MONTH_ROWS = 100

const monthMovements = () =>
  movementsQuery({ fromDate: addDays(dayIn(clock.now(), timeZone()), 1 - HISTORY_DAYS), limit: MONTH_ROWS })

const inFlightOf = (latest: readonly Transaction[], month: readonly Transaction[]): Transaction[] =>
  [...latest, ...month.filter(({ id }) => latest.every((row) => row.id !== id))].filter(isInFlight)

/** @param identity where the identity check stands, while there is something to say about it */
export const HomeScreen = ({ identity }: { identity: ReactNode }) => {
  const t = useTranslations('wallet')
  const me = useMe()
  const hasTwoColumns = useTwoColumns()
  const latest = useQuery(latestMovements)
  // The chart is an extra: without its list the screen stands all the same.
  const month = useQuery(monthMovements())
  const rows = latest.data?.items

  const first = (
    <>
      <BalanceCard />
      <QuickActions />
    </>
  )
  const open = (
    <>
      {rows && <InFlight rows={inFlightOf(rows, month.data?.items ?? [])} />}
      {identity}
      <TaskList />
    </>
  )
  const further = (
    <>
      <LimitsCard />
      {month.data && rows && rows.length > 0 && <BalanceHistoryCard list={month.data} />}
    </>
  )

  // One order for eyes, keyboard and screen readers, in one column and in two.
  return (
    <Screen width="wide" title={t('greeting', { name: addressOf(me) })}>
      {hasTwoColumns ? (
        <div className="grid grid-cols-[minmax(0,3fr)_minmax(0,2fr)] items-start gap-6">
          <div className="grid gap-5">
            {first}
            <LatestPart />
          </div>
          <div className="grid gap-6">
            <PeopleRow />
            {open}
            {further}
          </div>
        </div>
      ) : (
        <div className="grid grid-cols-1 gap-5">
          {first}
          <PeopleRow />
          {open}
          <LatestPart />
          {further}
        </div>
      )}
    </Screen>
  )
}

const LatestPart = () => {
  const t = useTranslations('common')
  const latest = useQuery(latestMovements)
  if (latest.data) return latest.data.items.length === 0 ? <FirstSteps /> : <Latest rows={latest.data.items} />
  if (latest.isError) return <LoadFailed {...failureOf(latest)} />
  return (
    <Loading label={t('loading')}>
      <div className="grid gap-3">
        <Skeleton shape="title" />
        <SkeletonRows count={5} />
      </div>
    </Loading>
  )
}
