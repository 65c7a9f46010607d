import type { Dispute, Transaction } from '@puente/contract'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { type ParsedLocation, redirect } from '@tanstack/react-router'
import { call } from '#lib/api/api.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import { paths } from '#lib/layout/paths.ts'
import '#shared/support/help.ts'

const PAGE = '20'

export const ticketsQuery = infiniteQueryOptions({
  queryKey: queryKeys.ticketList,
  queryFn: ({ pageParam, signal }) =>
    call('listTickets', { limit: PAGE, ...(pageParam === null ? {} : { last: pageParam }) }, { signal }),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.last,
})

export const ticketQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.ticket(id),
    queryFn: ({ signal }) => call('getTicket', { ticketId: id as never }, { signal }),
  })

/** A report with the transaction that it is about. */
export type ListedDispute = { dispute: Dispute; row: Transaction | undefined }

export const disputesQuery = infiniteQueryOptions({
  queryKey: queryKeys.disputeList,
  queryFn: async ({ pageParam, signal }) => {
    const asked = { limit: PAGE, ...(pageParam === null ? {} : { last: pageParam }) }
    const { items, ...page } = await call('listDisputes', asked, { signal })
    const transactionIds = [...new Set(items.map(({ transactionId }) => transactionId))]
    const rows = items.length === 0 ? [] : (await call('getTransactions', { transactionIds }, { signal })).items
    const withRow = (dispute: Dispute): ListedDispute => ({
      dispute,
      row: rows.find(({ id }) => id === dispute.transactionId),
    })
    return { ...page, items: items.map(withRow) }
  },
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.last,
})

export const disputeQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.dispute(id),
    queryFn: ({ signal }) => call('getDispute', { disputeId: id as never }, { signal }),
  })

type At = { location: ParsedLocation }

/** Requires a dispute chosen in the list; redirects to the list otherwise. */
export const requireDispute = ({ location }: At): void => {
  if (location.state.dispute === undefined) throw redirect({ to: paths.disputes.path, replace: true })
}

/** Requires the movement that a problem is reported with. */
export const requireReported = ({ location }: At): void => {
  if (location.state.movement === undefined) throw redirect({ to: paths.disputes.path, replace: true })
}
