import { queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api/api.ts'
import { queryKeys } from '#lib/api/query-keys.ts'

/** The bank accounts to withdraw to. */
export const recipientsQuery = queryOptions({
  queryKey: queryKeys.recipients,
  queryFn: ({ signal }) => call('listRecipients', undefined, { signal }),
})
