import type { Transaction } from '@puente/contract'
import { Loading, Skeleton, SkeletonRows } from '@puente/ui/skeleton'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { clock } from '#lib/clock.ts'
import { addDays, dayIn } from '#lib/days.ts'
import { timeZone } from '#lib/i18n.ts'
import { LoadFailed, failureOf } from '#lib/load-failed.tsx'
import { firstName, useMe } from '#lib/me.ts'
import { latestMovements, movementsQuery } from '#lib/movement-list.ts'
import { isInFlight } from '#lib/movement.ts'
import { Screen } from '#lib/screen.tsx'
import { BalanceCard } from './balance-card.tsx'
import { FLOW_DAYS } from './flow.ts'
import { FlowCard } from './flow-card.tsx'
import { InFlight } from './in-flight.tsx'
import { FirstSteps, Latest } from './latest.tsx'
import { QuickActions } from './quick-actions.tsx'
import { TaskList } from './task-list.tsx'

/** As many rows as one call gives. */
const MONTH_ROWS = 100

const monthMovements = () =>
  movementsQuery({ fromDate: addDays(dayIn(clock.now(), timeZone()), 1 - FLOW_DAYS), limit: MONTH_ROWS })

const inFlightOf = (latest: readonly Transaction[], month: readonly Transaction[]): Transaction[] =>
  [...latest, ...month.filter(({ id }) => latest.every((row) => row.id !== id))].filter(isInFlight)

/** @param identity where the identity check stands, while there is something to say about it */
export const HomeScreen = ({ identity }: { identity: ReactNode }) => {
  const t = useTranslations('wallet')
  const me = useMe()
  const latest = useQuery(latestMovements)
  // The chart is an extra: without its list the screen stands all the same.
  const month = useQuery(monthMovements())
  const rows = latest.data?.items

  // One order for eyes, keyboard and screen readers. On a wide screen the second part stands to the right of all others;
  // where nothing is on its way or to be done, the chart does. The last row takes up what either side is longer.
  return (
    <Screen width="wide" title={t('greeting', { name: firstName(me) })}>
      <div className="grid grid-cols-1 items-start gap-5 wide:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] wide:grid-rows-[auto_auto_1fr] wide:gap-x-6">
        <div className="grid gap-5">
          <BalanceCard />
          <QuickActions />
        </div>
        <div className="peer grid gap-5 empty:hidden wide:col-start-2 wide:row-span-3 wide:row-start-1">
          {rows && <InFlight rows={inFlightOf(rows, month.data?.items ?? [])} />}
          {identity}
          <TaskList />
        </div>
        <div className="wide:col-start-1 wide:row-start-2">
          <LatestPart />
        </div>
        {month.data && rows && (
          <div className="empty:hidden wide:col-start-1 wide:row-start-3 wide:peer-empty:col-start-2 wide:peer-empty:row-span-3 wide:peer-empty:row-start-1">
            <FlowCard list={month.data} />
          </div>
        )}
      </div>
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
