import { Button } from '@puente/ui/button'
import { EmptyState } from '@puente/ui/empty-state'
import { List } from '@puente/ui/list-row'
import { Loading, SkeletonRows } from '@puente/ui/skeleton'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { LoadFailed, failureOf } from '#lib/layout/load-failed.tsx'
import { rewardsHistoryQuery } from '../api/rewards.ts'
import { HistoryRow } from './history-row.tsx'

/** What counted for the reader and what did not, and what was paid; newest first. */
export const RewardsHistory = () => {
  const t = useTranslations('rewards')
  const common = useTranslations('common')
  const list = useInfiniteQuery(rewardsHistoryQuery)
  const items = [...new Map(list.data?.pages.flatMap((page) => page.items).map((item) => [item.id, item])).values()]
  if (list.data === undefined)
    return list.isError ? (
      <LoadFailed {...failureOf(list)} />
    ) : (
      <Loading label={common('loading')}>
        <SkeletonRows count={3} />
      </Loading>
    )
  if (items.length === 0) return <EmptyState title={t('empty.title')} text={t('empty.text')} />
  return (
    <>
      <List label={t('history')}>
        {items.map((item) => (
          <HistoryRow key={item.id} item={item} />
        ))}
      </List>
      {list.hasNextPage && (
        <Button
          variant="ghost"
          pending={list.isFetchingNextPage}
          pendingLabel={common('loading')}
          onClick={() => void list.fetchNextPage()}
        >
          {t('more')}
        </Button>
      )}
    </>
  )
}
