import { queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api/api.ts'
import { queryKeys } from '#lib/api/query-keys.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The payment chosen to be approved. */
    approval?: string
  }
}

/** Payments of others that wait for the user's word. */
export const decisionsQuery = queryOptions({
  queryKey: queryKeys.approverDecisions,
  queryFn: ({ signal }) => call('listDecisions', undefined, { signal }),
})
