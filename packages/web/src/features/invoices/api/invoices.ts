/** The invoices that screens read, one by one and in lists; each filter is a list of its own in the cache. */
import type { Invoice, Request as Sent } from '@puente/contract'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api/api.ts'
import { queryKeys } from '#lib/api/query-keys.ts'

/** One invoice, with what was paid and given back. */
export const invoiceQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.invoice(id),
    queryFn: ({ signal }) => call('getInvoice', { invoiceId: id as Invoice['id'] }, { signal }),
  })

export type InvoiceFilter = Omit<Sent<'listInvoices'>, 'last' | 'limit'>

const PAGE_ROWS = '20'

/** A list that grows page by page until its end. */
export const invoicesQuery = (filter: InvoiceFilter) =>
  infiniteQueryOptions({
    queryKey: queryKeys.invoiceList(filter),
    queryFn: ({ pageParam, signal }) =>
      call('listInvoices', { ...filter, limit: PAGE_ROWS, ...(pageParam !== null && { last: pageParam }) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => (page.end ? undefined : page.last),
  })
