import { queryOptions } from '@tanstack/react-query'
import { call } from './api.ts'
import { queryKeys } from './query-keys.ts'

/** Fees, bounds and properties of this installation. The live stream reports changes. */
export const configQuery = queryOptions({
  queryKey: queryKeys.config,
  queryFn: () => call('config'),
  staleTime: Infinity,
})
