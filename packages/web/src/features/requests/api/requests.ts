/** The requests for money that screens read; each filter is a list of its own in the cache. */
import type { MoneyRequest, Request as Sent, Result } from '@puente/contract'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api/api.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import '#shared/payment/pay-request.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The bill whose shares are shown. */
    split?: string
  }
}

const PAGE_ROWS = '20'

/** One request that the user sent or received. */
export const requestQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.request(id),
    queryFn: ({ signal }) => call('getRequest', { requestId: id as MoneyRequest['id'] }, { signal }),
  })

/** A bill that the user split, with where each share stands. */
export const splitQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.split(id),
    queryFn: ({ signal }) => call('getSplit', { splitId: id as Result<'getSplit'>['splitId'] }, { signal }),
  })

/** Who has paid a request that the user sent, page by page. */
export const requestPaymentsQuery = (requestId: MoneyRequest['id']) =>
  infiniteQueryOptions({
    queryKey: queryKeys.requestPayments(requestId),
    queryFn: ({ pageParam, signal }) =>
      call(
        'listRequestPayments',
        { requestId, limit: PAGE_ROWS, ...(pageParam !== null && { last: pageParam }) },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => (page.end ? undefined : page.last),
  })

export type RequestFilter = Omit<Sent<'listRequests'>, 'last' | 'limit'>

/** A list that grows page by page until its end. */
export const requestsQuery = (filter: RequestFilter) =>
  infiniteQueryOptions({
    queryKey: queryKeys.requestList(filter),
    queryFn: ({ pageParam, signal }) =>
      call('listRequests', { ...filter, limit: PAGE_ROWS, ...(pageParam !== null && { last: pageParam }) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => (page.end ? undefined : page.last),
  })
