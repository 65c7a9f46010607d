import { queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api/api.ts'
import { queryKeys } from '#lib/api/query-keys.ts'

/** Every limit of the user's tier with what is left of it. */
export const limitsQuery = queryOptions({
  queryKey: queryKeys.limits,
  queryFn: ({ signal }) => call('limits', undefined, { signal }),
})
