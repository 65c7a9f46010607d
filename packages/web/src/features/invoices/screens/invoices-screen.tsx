/**
 * The list, and beside it (on a phone: in its place) the detail of the chosen invoice. Both are one screen, so that filter,
 * scroll position and loaded pages are kept when coming back from a detail.
 */
import type { Invoice } from '@puente/contract'
import { Button, buttonClass } from '@puente/ui/button'
import { EmptyState } from '@puente/ui/empty-state'
import { EmptyListPicture } from '@puente/ui/illustrations'
import { List } from '@puente/ui/list-row'
import { Loading, SkeletonRows } from '@puente/ui/skeleton'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import Package from 'lucide-react/icons/package'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useReached } from '#lib/browser/use-reached.ts'
import { LoadFailed, failureOf } from '#lib/layout/load-failed.tsx'
import { NoneChosen } from '#lib/layout/none-chosen.tsx'
import { paths } from '#lib/layout/paths.ts'
import { Screen } from '#lib/layout/screen.tsx'
import { filterOf, isNarrowed, noChoice, type Choice } from '../api/invoice-filter.ts'
import { invoicesQuery } from '../api/invoices.ts'
import { FilterBar } from '../parts/filter-bar.tsx'
import { InvoiceRow } from '../parts/invoice-row.tsx'

/**
 * Each filter has its own cache entry, so a late answer cannot replace another filter's rows; until the new rows are there the
 * old ones stay visible, marked as busy.
 */
const useList = (choice: Choice) =>
  useInfiniteQuery({ ...invoicesQuery(filterOf(choice)), placeholderData: keepPreviousData })

export const InvoicesScreen = () => {
  const t = useTranslations('invoices')
  const [choice, setChoice] = useState(noChoice)
  const { pathname, state } = useLocation()
  const hasDetail = pathname.toLowerCase().startsWith(paths.invoicesDetail.path)
  const list = useList(choice)
  const hasNothing = !isNarrowed(choice) && list.data?.pages[0]?.items.length === 0

  return (
    <Screen
      {...(hasDetail
        ? { detail: <Outlet /> }
        : !hasNothing && { detailPlaceholder: <NoneChosen text={t('choose')} /> })}
    >
      {!hasNothing && (
        <>
          <Actions />
          <FilterBar choice={choice} onChange={(change) => setChoice((before) => ({ ...before, ...change }))} />
        </>
      )}
      <Rows list={list} choice={choice} selectedId={hasDetail ? state.invoice : undefined} />
    </Screen>
  )
}

const Actions = () => {
  const t = useTranslations('invoices')
  return (
    <nav aria-label={t('actions')} className="grid grid-cols-2 gap-3">
      <Link to={paths.invoicesRecipient.path} className={`${buttonClass({ full: true })} px-3!`}>
        <Plus aria-hidden="true" className="size-5" />
        {t('new')}
      </Link>
      <Link to={paths.products.path} className={`${buttonClass({ variant: 'secondary', full: true })} px-3!`}>
        <Package aria-hidden="true" className="size-5" />
        {t('products')}
      </Link>
    </nav>
  )
}

type RowsProps = { list: ReturnType<typeof useList>; choice: Choice; selectedId: string | undefined }

/** Rows of several pages without the ones that a shifted page brought twice. */
const withoutRepeats = (rows: readonly Invoice[]): Invoice[] => [...new Map(rows.map((row) => [row.id, row])).values()]

const Rows = ({ list, choice, selectedId }: RowsProps) => {
  const t = useTranslations('common')
  const tList = useTranslations('invoices')
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, isPlaceholderData } = list
  const more = () => void list.fetchNextPage()
  const end = useReached(hasNextPage && !isFetchingNextPage && !isFetchNextPageError, more)
  if (list.isError && !list.data) return <LoadFailed {...failureOf(list)} />
  if (!list.data)
    return (
      <Loading label={t('loading')}>
        <SkeletonRows count={6} />
      </Loading>
    )
  const rows = withoutRepeats(list.data.pages.flatMap(({ items }) => items))
  if (rows.length === 0 && !hasNextPage) return <Nothing choice={choice} />
  return (
    <div aria-busy={isPlaceholderData} className="grid gap-3 aria-busy:opacity-60">
      <List label={tList('title')}>
        {rows.map((row) => (
          <InvoiceRow key={row.id} row={row} selected={row.id === selectedId} replace={selectedId !== undefined} />
        ))}
      </List>
      <div ref={end} className="grid justify-items-center gap-2 py-2 text-sm text-text-muted">
        {isFetchNextPageError && <p role="alert">{tList('moreFailed')}</p>}
        {hasNextPage ? (
          <Button variant="ghost" pending={isFetchingNextPage} pendingLabel={t('loading')} onClick={more}>
            {isFetchNextPageError ? t('retry') : tList('more')}
          </Button>
        ) : (
          <p>{tList('end')}</p>
        )}
      </div>
    </div>
  )
}

const Nothing = ({ choice }: { choice: Choice }) => {
  const t = useTranslations()
  if (isNarrowed(choice)) {
    return (
      <output>
        <EmptyState title={t('common.noResults')} text={t('invoices.empty.filtered')} />
      </output>
    )
  }
  return (
    <EmptyState
      picture={<EmptyListPicture />}
      title={t('invoices.empty.title')}
      text={t('invoices.empty.text')}
      action={
        <span className="flex flex-wrap justify-center gap-2">
          <Link to={paths.invoicesRecipient.path} className={buttonClass()}>
            {t('invoices.empty.action')}
          </Link>
          <Link to={paths.products.path} className={buttonClass({ variant: 'secondary' })}>
            {t('invoices.products')}
          </Link>
        </span>
      }
    />
  )
}
