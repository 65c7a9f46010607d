import { SCHEDULES_MAX } from '@puente/contract'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api/api.ts'
import { queryKeys } from '#lib/api/query-keys.ts'

/** All that can go on at once come in one page, so that they can be shown in the order of their days. */
const PAGES = { current: String(SCHEDULES_MAX), past: '20' } as const

/** Those that go on, or those that are over, newest first. */
export const schedulesQuery = (mode: 'current' | 'past') =>
  infiniteQueryOptions({
    queryKey: queryKeys.scheduleList(mode),
    queryFn: ({ pageParam, signal }) =>
      call(
        'listSchedules',
        { mode, limit: PAGES[mode], ...(pageParam === null ? {} : { last: pageParam }) },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.last,
  })

export const scheduleQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.schedule(id),
    queryFn: ({ signal }) => call('getSchedule', { scheduleId: id as never }, { signal }),
  })
