import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api/api.ts'
import { queryKeys } from '#lib/api/query-keys.ts'

/** The rules with the reader's own counters. */
export const rewardsSummaryQuery = queryOptions({
  queryKey: queryKeys.rewardsSummary,
  queryFn: ({ signal }) => call('rewardsSummary', undefined, { signal }),
  refetchOnMount: 'always',
})

/** What counted and what did not, page by page. */
export const rewardsHistoryQuery = infiniteQueryOptions({
  queryKey: queryKeys.rewardsHistory,
  initialPageParam: null as string | null,
  queryFn: ({ pageParam, signal }) => call('rewardsHistory', pageParam === null ? {} : { last: pageParam }, { signal }),
  getNextPageParam: ({ last }) => last,
  refetchOnMount: 'always',
})

/** The reader's link and whom it has brought. */
export const referralQuery = queryOptions({
  queryKey: queryKeys.referral,
  queryFn: ({ signal }) => call('rewardsReferral', undefined, { signal }),
  refetchOnMount: 'always',
})
