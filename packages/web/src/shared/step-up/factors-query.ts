import { queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api/api.ts'
import { queryKeys } from '#lib/api/query-keys.ts'

/** What the account is protected with. */
export const factorsQuery = queryOptions({
  queryKey: [...queryKeys.factors, 'overview'],
  queryFn: () => call('factors'),
})
