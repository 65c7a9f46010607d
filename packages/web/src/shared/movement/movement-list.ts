/** The transactions that screens read, one by one and in lists; each filter is a list of its own in the cache. */
import type { Request as Sent } from '@puente/contract'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api/api.ts'
import { queryKeys } from '#lib/api/query-keys.ts'

export type MovementFilter = Omit<Sent<'listTransactions'>, 'last'>

/** One transaction. */
export const movementQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.transaction(id),
    queryFn: ({ signal }) => call('getTransaction', { transactionId: id }, { signal }),
  })

/** The first page of a list. */
export const movementsQuery = (filter: MovementFilter) =>
  queryOptions({
    queryKey: queryKeys.transactionList(filter),
    queryFn: ({ signal }) => call('listTransactions', filter, { signal }),
  })

/** A list that grows page by page until its end. */
export const allMovementsQuery = (filter: MovementFilter) =>
  infiniteQueryOptions({
    queryKey: queryKeys.transactionList({ ...filter, paged: true }),
    queryFn: ({ pageParam, signal }) => call('listTransactions', { ...filter, last: pageParam }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => (page.end ? undefined : page.last),
  })

/** The ten newest; the live stream keeps them up to date. */
export const latestMovements = movementsQuery({ limit: 10 })

/** All that has not ended, however old: what ends while it is shown stays in the list, in its new state. */
export const movementsUnderWay = movementsQuery({ underWay: true, limit: 100 })
