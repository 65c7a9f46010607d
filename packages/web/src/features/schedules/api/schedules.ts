import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api/api.ts'
import { queryKeys } from '#lib/api/query-keys.ts'

const PAGE = '20'

/** Those that go on, or those that are over, newest first. */
export const schedulesQuery = (mode: 'current' | 'past') =>
  infiniteQueryOptions({
    queryKey: queryKeys.scheduleList(mode),
    queryFn: ({ pageParam, signal }) =>
      call('listSchedules', { mode, limit: PAGE, ...(pageParam === null ? {} : { last: pageParam }) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.last,
  })

export const scheduleQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.schedule(id),
    queryFn: ({ signal }) => call('getSchedule', { scheduleId: id as never }, { signal }),
  })
