/** What is scheduled, and beside it (on a phone: in its place) the detail of the one that was chosen. */
import type { Schedule } from '@puente/contract'
import { Button, buttonClass } from '@puente/ui/button'
import { EmptyState } from '@puente/ui/empty-state'
import { EmptyListPicture } from '@puente/ui/illustrations'
import { List } from '@puente/ui/list-row'
import { Loading, SkeletonRows } from '@puente/ui/skeleton'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { LoadFailed, failureOf } from '#lib/layout/load-failed.tsx'
import { NoneChosen } from '#lib/layout/none-chosen.tsx'
import { paths } from '#lib/layout/paths.ts'
import { Screen } from '#lib/layout/screen.tsx'
import { schedulesQuery } from '../api/schedules.ts'
import { ScheduleRow } from '../parts/schedule-row.tsx'

const useList = (mode: 'current' | 'past') => useInfiniteQuery(schedulesQuery(mode))

export const SchedulesScreen = () => {
  const t = useTranslations('schedules')
  const { pathname, state } = useLocation()
  const hasDetail = pathname.toLowerCase().startsWith(paths.schedulesDetail.path)
  const current = useList('current')
  const past = useList('past')
  const isEmpty = [current, past].every(({ data }) => data?.pages[0]?.items.length === 0)
  const selectedId = hasDetail ? state.schedule : undefined
  return (
    <Screen
      {...(hasDetail ? { detail: <Outlet /> } : !isEmpty && { detailPlaceholder: <NoneChosen text={t('choose')} /> })}
    >
      {isEmpty ? (
        <EmptyState
          picture={<EmptyListPicture />}
          title={t('empty.title')}
          text={t('empty.text')}
          action={
            <Link to={paths.sendInApp.path} className={buttonClass()}>
              {t('empty.action')}
            </Link>
          }
        />
      ) : (
        <>
          <Rows
            label={t('current')}
            list={current}
            order={soonestFirst}
            selectedId={selectedId}
            none={t('empty.current')}
          />
          <Rows label={t('past')} list={past} selectedId={selectedId} none={null} />
        </>
      )}
    </Screen>
  )
}

type Order = (one: Schedule, other: Schedule) => number

/** What is paused has no day, and comes last. */
const soonestFirst: Order = (one, other) => dayOf(one) - dayOf(other)
const dayOf = ({ nextAt }: Schedule): number => (nextAt === null ? Infinity : Date.parse(nextAt))

type RowsProps = {
  label: string
  list: ReturnType<typeof useList>
  /** The newest first when left out. */
  order?: Order
  selectedId: string | undefined
  /** What stands in the place of rows; null where nothing does. */
  none: string | null
}

const Rows = ({ label, list, order, selectedId, none }: RowsProps) => {
  const t = useTranslations('common')
  const tList = useTranslations('schedules')
  if (list.isError && !list.data) return <LoadFailed {...failureOf(list)} />
  if (!list.data)
    return (
      <Loading label={t('loading')}>
        <SkeletonRows count={3} />
      </Loading>
    )
  const listed = list.data.pages.flatMap(({ items }) => items)
  const rows = order ? listed.toSorted(order) : listed
  if (rows.length === 0) return none !== null && <p className="text-text-muted">{none}</p>
  return (
    <section className="grid gap-3">
      <h2 className="font-semibold">{label}</h2>
      <List label={label}>
        {rows.map((schedule) => (
          <ScheduleRow
            key={schedule.id}
            schedule={schedule}
            selected={schedule.id === selectedId}
            replace={selectedId !== undefined}
          />
        ))}
      </List>
      {list.hasNextPage && (
        <Button
          variant="ghost"
          pending={list.isFetchingNextPage}
          pendingLabel={t('loading')}
          onClick={() => void list.fetchNextPage()}
        >
          {tList('more')}
        </Button>
      )}
    </section>
  )
}
