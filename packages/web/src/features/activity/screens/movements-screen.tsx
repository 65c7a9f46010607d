/**
 * The list, and beside it (on a phone: in its place) the detail of the chosen row. Both are one screen, so that filter,
 * scroll position and loaded pages are kept when coming back from a detail.
 */
import { MOVEMENT_STATES, MOVEMENT_TYPES, type MovementType, type Result } from '@puente/contract'
import { buttonClass } from '@puente/ui/button'
import { EmptyState } from '@puente/ui/empty-state'
import { EmptyListPicture } from '@puente/ui/illustrations'
import { Loading, SkeletonRows } from '@puente/ui/skeleton'
import {
  keepPreviousData,
  useInfiniteQuery,
  type UseInfiniteQueryResult,
  type InfiniteData,
} from '@tanstack/react-query'
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useDebounced } from '#lib/browser/debounced.ts'
import { LoadFailed, failureOf } from '#lib/layout/load-failed.tsx'
import { allMovementsQuery } from '#shared/movement/movement-list.ts'
import { NoneChosen } from '#lib/layout/none-chosen.tsx'
import { paths } from '#lib/layout/paths.ts'
import { Screen } from '#lib/layout/screen.tsx'
import { withoutRepeats } from '../parts/by-day.ts'
import { FilterBar } from '../parts/filter-bar.tsx'
import { filterOf, isNarrowed, noChoice, type Words } from '../api/movement-filter.ts'
import { MovementList } from '../parts/movement-list.tsx'

const TYPING_PAUSE_MS = 300

export const MovementsScreen = () => {
  const t = useTranslations('activity')
  const [choice, setChoice] = useState(noChoice)
  const [withBalance, setWithBalance] = useState(false)
  const { pathname, state } = useLocation()
  const hasDetail = pathname.toLowerCase().startsWith(paths.movementsDetail.path)

  const search = useDebounced(choice.search, TYPING_PAUSE_MS)
  const narrowed = isNarrowed({ ...choice, search })
  // Each filter has its own cache entry, so a late answer cannot replace another filter's rows; until the new rows are
  // there the old ones stay visible, marked as busy.
  const list = useInfiniteQuery({
    ...allMovementsQuery(filterOf({ ...choice, search }, useWords())),
    placeholderData: keepPreviousData,
  })
  const hasNothing = !narrowed && list.data?.pages[0]?.items.length === 0

  return (
    <Screen
      {...(hasDetail
        ? { detail: <Outlet /> }
        : !hasNothing && { detailPlaceholder: <NoneChosen text={t('choose')} /> })}
    >
      <FilterBar
        choice={choice}
        onChange={(change) => setChoice((before) => ({ ...before, ...change }))}
        withBalance={withBalance}
        onWithBalance={setWithBalance}
      />
      <Rows
        list={list}
        narrowed={narrowed}
        selectedId={hasDetail ? state.movement : undefined}
        withBalance={withBalance}
      />
    </Screen>
  )
}

const CHIPS = ['received', 'sent', 'deposit'] as const
const isChip = (type: MovementType): type is (typeof CHIPS)[number] => CHIPS.some((chip) => chip === type)

/** What types and states are called on this screen: in a row, and on the chip that filters for them. */
const useWords = (): Words => {
  const t = useTranslations('activity')
  const open = (type: (typeof CHIPS)[number]) =>
    type === 'deposit' ? `${t('paying.card')} ${t('paying.paypal')} ${t('paying.zelle')}` : t(`open.${type}`)
  return {
    types: mapValues(MOVEMENT_TYPES, (type) =>
      isChip(type) ? `${t(`types.${type}`)} ${open(type)} ${t(`filters.${type}`)}` : t(`types.${type}`),
    ),
    states: mapValues(MOVEMENT_STATES, (state) => t(`states.${state}`)),
  }
}

const mapValues = <Key extends string>(keys: readonly Key[], wordOf: (key: Key) => string) =>
  Object.fromEntries(keys.map((key) => [key, wordOf(key)])) as Record<Key, string>

type RowsProps = {
  list: UseInfiniteQueryResult<InfiniteData<Result<'listTransactions'>>>
  narrowed: boolean
  selectedId: string | undefined
  withBalance: boolean
}

const Rows = ({ list, narrowed, selectedId, withBalance }: RowsProps) => {
  const t = useTranslations('common')
  if (list.isError && !list.data) return <LoadFailed {...failureOf(list)} />
  if (!list.data)
    return (
      <Loading label={t('loading')}>
        <SkeletonRows count={7} />
      </Loading>
    )

  const rows = withoutRepeats(list.data.pages.flatMap((page) => page.items))
  return (
    <div aria-busy={list.isPlaceholderData} className="grid gap-5 aria-busy:opacity-60">
      {rows.length === 0 && !list.hasNextPage ? (
        <Nothing narrowed={narrowed} />
      ) : (
        <MovementList
          rows={rows}
          selectedId={selectedId}
          withBalance={withBalance}
          hasMore={list.hasNextPage}
          isLoadingMore={list.isFetchingNextPage}
          isMoreFailed={list.isFetchNextPageError}
          searchedTo={list.data.pages.at(-1)?.searchedTo}
          onMore={() => void list.fetchNextPage()}
        />
      )}
    </div>
  )
}

const Nothing = ({ narrowed }: { narrowed: boolean }) => {
  const t = useTranslations()
  if (narrowed) {
    return (
      <output>
        <EmptyState title={t('common.noResults')} text={t('activity.empty.search')} />
      </output>
    )
  }
  return (
    <EmptyState
      picture={<EmptyListPicture />}
      title={t('activity.empty.title')}
      text={t('activity.empty.text')}
      action={
        <Link to={paths.deposit.path} className={buttonClass({ variant: 'secondary' })}>
          {t('activity.empty.addMoney')}
        </Link>
      }
    />
  )
}
