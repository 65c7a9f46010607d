import { queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api/api.ts'
import { queryKeys } from '#lib/api/query-keys.ts'

/** The reports about one movement, newest first. */
export const disputesOfQuery = (transactionId: string) =>
  queryOptions({
    queryKey: queryKeys.disputesOf(transactionId),
    queryFn: ({ signal }) => call('listDisputes', { transactionId: transactionId as never }, { signal }),
  })
