import { queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api/api.ts'
import { queryKeys } from '#lib/api/query-keys.ts'

/** The people the user exchanges money with most. */
export const frequentsQuery = queryOptions({
  queryKey: queryKeys.frequents,
  queryFn: ({ signal }) => call('frequents', undefined, { signal }),
})
