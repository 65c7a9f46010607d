import { queryOptions } from '@tanstack/react-query'
import { call } from './api.ts'
import { queryKeys } from './query-keys.ts'

/** Fees, bounds and what this installation is. The live stream says when it changes. */
export const configQuery = queryOptions({
  queryKey: queryKeys.config,
  queryFn: () => call('config'),
  staleTime: Infinity,
})
