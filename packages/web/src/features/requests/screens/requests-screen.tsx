/**
 * The list, and beside it (on a phone: in its place) the detail of the chosen request. Both are one screen, so that filter,
 * scroll position and loaded pages are kept when coming back from a detail.
 */
import { REQUEST_STATES, type MoneyRequest, type RequestState } from '@puente/contract'
import { Button, buttonClass } from '@puente/ui/button'
import { Chip, ChipGroup } from '@puente/ui/chip'
import { EmptyState } from '@puente/ui/empty-state'
import { EmptyListPicture } from '@puente/ui/illustrations'
import { List } from '@puente/ui/list-row'
import { Loading, SkeletonRows } from '@puente/ui/skeleton'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useReached } from '#lib/browser/use-reached.ts'
import { LoadFailed, failureOf } from '#lib/layout/load-failed.tsx'
import { NoneChosen } from '#lib/layout/none-chosen.tsx'
import { paths } from '#lib/layout/paths.ts'
import { Screen } from '#lib/layout/screen.tsx'
import { requestsQuery } from '../api/requests.ts'
import { RequestRow } from '../parts/request-row.tsx'
import { WaysToAsk } from '../parts/ways-to-ask.tsx'

const MODES = ['all', 'sent', 'received'] as const
type Choice = { mode: (typeof MODES)[number]; state: RequestState | null }

const useList = ({ mode, state }: Choice) =>
  // Each filter has its own cache entry; until its rows are there the old ones stay visible, marked as busy.
  useInfiniteQuery({
    ...requestsQuery({ mode, ...(state !== null && { state }) }),
    placeholderData: keepPreviousData,
  })

export const RequestsScreen = () => {
  const t = useTranslations('requests')
  const [choice, setChoice] = useState<Choice>({ mode: 'all', state: null })
  const { pathname, state } = useLocation()
  const hasDetail = pathname.toLowerCase().startsWith(paths.requestsDetail.path)
  const list = useList(choice)
  const isNarrowed = choice.mode !== 'all' || choice.state !== null
  const hasNothing = !isNarrowed && list.data?.pages[0]?.items.length === 0
  return (
    <Screen
      {...(hasDetail
        ? { detail: <Outlet /> }
        : !hasNothing && { detailPlaceholder: <NoneChosen text={t('choose')} /> })}
    >
      <WaysToAsk />
      {!hasNothing && <Filters choice={choice} onChange={setChoice} />}
      <Rows list={list} isNarrowed={isNarrowed} selectedId={hasDetail ? state.request : undefined} />
    </Screen>
  )
}

const Filters = ({ choice, onChange }: { choice: Choice; onChange: (choice: Choice) => void }) => {
  const t = useTranslations('requests')
  return (
    <div className="grid gap-1">
      <ChipGroup label={t('filters.mode')}>
        {MODES.map((mode) => (
          <Chip key={mode} pressed={choice.mode === mode} onPressedChange={() => onChange({ ...choice, mode })}>
            {t(`filters.${mode}`)}
          </Chip>
        ))}
      </ChipGroup>
      <ChipGroup label={t('filters.state')}>
        {REQUEST_STATES.map((state) => (
          <Chip
            key={state}
            pressed={choice.state === state}
            onPressedChange={(pressed) => onChange({ ...choice, state: pressed ? state : null })}
          >
            {t(`states.${state}`)}
          </Chip>
        ))}
      </ChipGroup>
    </div>
  )
}

/** Rows of several pages without the ones that a shifted page brought twice. */
const withoutRepeats = (rows: readonly MoneyRequest[]): MoneyRequest[] => [
  ...new Map(rows.map((row) => [row.id, row])).values(),
]

type RowsProps = { list: ReturnType<typeof useList>; isNarrowed: boolean; selectedId: string | undefined }

const Rows = ({ list, isNarrowed, selectedId }: RowsProps) => {
  const t = useTranslations('requests')
  const tCommon = useTranslations('common')
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, isPlaceholderData } = list
  const more = () => void list.fetchNextPage()
  const end = useReached(hasNextPage && !isFetchingNextPage && !isFetchNextPageError, more)
  if (list.isError && !list.data) return <LoadFailed {...failureOf(list)} />
  if (!list.data)
    return (
      <Loading label={tCommon('loading')}>
        <SkeletonRows count={5} />
      </Loading>
    )
  const rows = withoutRepeats(list.data.pages.flatMap(({ items }) => items))
  if (rows.length === 0 && !hasNextPage) return <Nothing isNarrowed={isNarrowed} />
  return (
    <div aria-busy={isPlaceholderData} className="grid gap-3 aria-busy:opacity-60">
      <List label={t('title')}>
        {rows.map((row) => (
          <RequestRow key={row.id} row={row} selected={row.id === selectedId} replace={selectedId !== undefined} />
        ))}
      </List>
      <div ref={end} className="grid justify-items-center gap-2 py-2 text-sm text-text-muted">
        {isFetchNextPageError && <p role="alert">{t('moreFailed')}</p>}
        {hasNextPage && (
          <Button variant="ghost" pending={isFetchingNextPage} pendingLabel={tCommon('loading')} onClick={more}>
            {isFetchNextPageError ? tCommon('retry') : t('more')}
          </Button>
        )}
      </div>
    </div>
  )
}

const Nothing = ({ isNarrowed }: { isNarrowed: boolean }) => {
  const t = useTranslations('requests')
  const tCommon = useTranslations('common')
  if (isNarrowed) {
    return (
      <output>
        <EmptyState title={tCommon('noResults')} text={t('empty.filtered')} />
      </output>
    )
  }
  return (
    <EmptyState
      picture={<EmptyListPicture />}
      title={t('empty.title')}
      text={t('empty.text')}
      action={
        <Link to={paths.requestNew.path} className={buttonClass()}>
          {t('empty.action')}
        </Link>
      }
    />
  )
}
