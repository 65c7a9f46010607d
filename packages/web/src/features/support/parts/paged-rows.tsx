import { Button } from '@puente/ui/button'
import { List } from '@puente/ui/list-row'
import { Loading, SkeletonRows } from '@puente/ui/skeleton'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { LoadFailed, failureOf } from '#lib/layout/load-failed.tsx'

type Page<T> = { items: T[] }

type Props<T> = {
  label: string
  list: UseInfiniteQueryResult<InfiniteData<Page<T>>>
  row: (item: T) => ReactNode
  /** In the place of rows. */
  empty: ReactNode
}

/** A list that is read page by page, in each of its states. */
export const PagedRows = <T,>({ label, list, row, empty }: Props<T>) => {
  const t = useTranslations('common')
  const tSupport = useTranslations('support')
  if (list.isError && !list.data) return <LoadFailed {...failureOf(list)} />
  if (!list.data)
    return (
      <Loading label={t('loading')}>
        <SkeletonRows count={3} />
      </Loading>
    )
  const items = list.data.pages.flatMap((page) => page.items)
  if (items.length === 0) return empty
  return (
    <section className="grid gap-3">
      <h2 className="font-semibold">{label}</h2>
      <List label={label}>{items.map(row)}</List>
      {list.hasNextPage && (
        <Button
          variant="ghost"
          pending={list.isFetchingNextPage}
          pendingLabel={t('loading')}
          onClick={() => void list.fetchNextPage()}
        >
          {tSupport('more')}
        </Button>
      )}
    </section>
  )
}
