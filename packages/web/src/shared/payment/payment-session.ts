import { queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api/api.ts'
import { queryKeys } from '#lib/api/query-keys.ts'

/** Where a card payment stands, by the id of its send session. Never served from the cache: the provider decides meanwhile. */
export const paymentSessionQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.paymentSession(id),
    queryFn: ({ signal }) => call('paymentSession', { id }, { signal }),
    staleTime: 0,
  })
