import type { DashboardCard, Transaction } from '@puente/contract'
import { Loading, Skeleton, SkeletonRows } from '@puente/ui/skeleton'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { Fragment, Suspense, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { productNow } from '#lib/browser/product-time.ts'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { addDays, dayIn } from '#lib/i18n/days.ts'
import { timeZone } from '#lib/i18n/i18n.ts'
import { LoadFailed, failureOf } from '#lib/layout/load-failed.tsx'
import { greetingNameOf, useMe } from '#lib/session/me.ts'
import { latestMovements, movementsQuery, movementsUnderWay } from '#shared/movement/movement-list.ts'
import { isInFlight } from '#shared/movement/movement.ts'
import { Screen } from '#lib/layout/screen.tsx'
import { useTwoColumns } from '#lib/browser/wide.ts'
import { BalanceCard } from '../parts/balance-card.tsx'
import { HISTORY_DAYS } from '../parts/balance-history.ts'
import { BalanceHistoryCard } from '../parts/balance-history-card.tsx'
import { InFlight } from '../parts/in-flight.tsx'
import { FirstSteps, Latest } from '../parts/latest.tsx'
import { LimitsCard } from '../parts/limits-card.tsx'
import { PeopleRow } from '../parts/people-row.tsx'
import { QuickActions } from '../parts/quick-actions.tsx'
import { TaskList } from '../parts/task-list.tsx'
import { Tour } from '../parts/tour.tsx'
import { UsageQuestion } from '../parts/usage-question.tsx'

const DecisionList = lazyPart(() => import('#shared/approval/decision-list.tsx').then((part) => part.DecisionList))

const TurnedAwayBanner = lazyPart(() => import('../parts/turned-away-banner.tsx').then((part) => part.TurnedAwayBanner))

const DebtCard = lazyPart(() => import('#shared/movement/debt-card.tsx').then((part) => part.DebtCard))

type CardName = DashboardCard['card']

/** As many rows as one call gives. */
const MONTH_ROWS = 100

const monthMovements = () =>
  movementsQuery({ fromDate: addDays(dayIn(productNow(), timeZone()), 1 - HISTORY_DAYS), limit: MONTH_ROWS })

/** Until all that is under way is known, what is among the latest. */
const inFlightOf = (latest: readonly Transaction[], underWay = latest): Transaction[] => underWay.filter(isInFlight)

/** A long name, as of a business, leaves a phone's header two lines high. */
const Greeting = () => {
  const t = useTranslations('wallet')
  return <span className="line-clamp-2">{t('greeting', { name: greetingNameOf(useMe()) })}</span>
}

/** @param identity where the identity check stands, while there is something to say about it */
export const HomeScreen = ({ identity }: { identity: ReactNode }) => {
  const me = useMe()
  const hasTwoColumns = useTwoColumns()
  const turnedAway = useLocation({ select: ({ state }) => state.turnedAway })
  const latest = useQuery(latestMovements)
  // The chart is an extra: without its list the screen stands all the same.
  const month = useQuery(monthMovements())
  const underWay = useQuery(movementsUnderWay)
  const rows = latest.data?.items

  const first = (
    <>
      <Tour />
      <BalanceCard />
      {me.owed && (
        <Suspense>
          <DebtCard />
        </Suspense>
      )}
      <QuickActions />
    </>
  )
  const open = (
    <>
      <Suspense>
        <DecisionList />
      </Suspense>
      {rows && <InFlight rows={inFlightOf(rows, underWay.data?.items)} />}
      {identity}
      <TaskList latest={rows ?? []} />
      <UsageQuestion />
    </>
  )
  const cards: Record<CardName, ReactNode> = {
    people: <PeopleRow />,
    latest: <LatestPart />,
    limits: <LimitsCard />,
    history: month.data && rows && rows.length > 0 && <BalanceHistoryCard list={month.data} />,
  }
  const shown = me.preferences.dashboard.filter((one) => one.shown).map(({ card }) => card)
  const show = (names: readonly CardName[]) => names.map((name) => <Fragment key={name}>{cards[name]}</Fragment>)

  // One order for eyes, keyboard and screen readers, in one column and in two. What waits for the user comes before the
  // cards, but for one that was put first.
  return (
    <Screen width="wide" title={<Greeting />}>
      {turnedAway !== undefined && (
        <Suspense>
          <TurnedAwayBanner from={turnedAway} />
        </Suspense>
      )}
      {hasTwoColumns ? (
        <div className="grid grid-cols-[minmax(0,3fr)_minmax(0,2fr)] items-start gap-6">
          <div className="grid gap-5">
            {first}
            {show(shown.filter((name) => name === 'latest'))}
          </div>
          <div className="grid gap-6">
            {show(shown.filter((name) => name !== 'latest').slice(0, 1))}
            {open}
            {show(shown.filter((name) => name !== 'latest').slice(1))}
          </div>
        </div>
      ) : (
        <div className="grid grid-cols-1 gap-5">
          {first}
          {show(shown.slice(0, 1))}
          {open}
          {show(shown.slice(1))}
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
