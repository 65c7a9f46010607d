/** Invoices that the live stream reports as changed: read one by one, and written where screens show them. */
import type { Invoice, LiveEventData, Result } from '@puente/contract'
import type { InfiniteData, Query, QueryClient } from '@tanstack/react-query'
import { call } from './api.ts'
import { queryKeys } from './query-keys.ts'

type Read = Result<'getInvoice'>
type List = InfiniteData<Result<'listInvoices'>>
type Filter = { mode?: Invoice['was'] | 'all'; state?: Invoice['state'] | 'unpaid'; fromDate?: string; toDate?: string }

/** The most that are read one by one; when more have changed, the lists are read again instead. */
const MOST = 5

const isUnpaid = ({ state }: Pick<Invoice, 'state'>): boolean => state === 'toPay' || state === 'processing'

/** Whether an invoice belongs in a list; null when only the server can decide, since days depend on the time zone. */
const fits = ({ mode = 'all', state, fromDate, toDate }: Filter, row: Invoice): boolean | null => {
  if (mode !== 'all' && mode !== row.was) return false
  if (state !== undefined && (state === 'unpaid' ? !isUnpaid(row) : state !== row.state)) return false
  return fromDate === undefined && toDate === undefined ? true : null
}

/**
 * The list with the row in the place where it stands already, whether it still fits or not: what somebody is looking at does
 * not move. Null where it does not stand.
 */
const replaced = (list: List, row: Invoice): List | null => {
  if (!list.pages.some(({ items }) => items.some(({ id }) => id === row.id))) return null
  const items = (page: List['pages'][number]) =>
    page.items.map((item) => (item.id === row.id && item.version <= row.version ? row : item))
  return { ...list, pages: list.pages.map((page) => ({ ...page, items: items(page) })) }
}

/** The list with the row by date; unchanged when that is beyond the loaded part. */
const inserted = (list: List, row: Invoice): List => {
  const isBefore = (item: Invoice) => item.date < row.date
  const found = list.pages.findIndex(({ items }) => items.some(isBefore))
  if (found === -1 && !list.pages.at(-1)?.end) return list
  const target = found === -1 ? list.pages.length - 1 : found
  const pages = list.pages.map((page, place) => {
    if (place !== target) return page
    const at = page.items.findIndex(isBefore)
    return {
      ...page,
      items: at === -1 ? [...page.items, row] : [...page.items.slice(0, at), row, ...page.items.slice(at)],
    }
  })
  return { ...list, pages }
}

const placeInList = (client: QueryClient, query: Query, row: Invoice): void => {
  const list = query.state.data as List | undefined
  const again = () => void client.invalidateQueries({ queryKey: query.queryKey, exact: true })
  // Its answer may have been written before the invoice changed.
  if (query.state.fetchStatus === 'fetching') return again()
  if (!list) return
  const here = replaced(list, row)
  if (here) {
    client.setQueryData(query.queryKey, here)
    return
  }
  const fit = fits((query.queryKey[1] ?? {}) as Filter, row)
  if (fit === true) client.setQueryData(query.queryKey, inserted(list, row))
  else if (fit === null) again()
}

/** Writes invoices into their details and lists. */
const cacheInvoices = (client: QueryClient, invoices: readonly Read[]): void => {
  for (const invoice of invoices) {
    client.setQueryData<Read>(queryKeys.invoice(invoice.id), (old) =>
      old && old.version > invoice.version ? old : invoice,
    )
    for (const query of client.getQueryCache().findAll({ queryKey: queryKeys.invoices }))
      placeInList(client, query, invoice)
  }
}

/** The version that every place shows which shows the invoice at all; undefined where none does. */
const shownVersion = (client: QueryClient, id: string): number | undefined => {
  const shown = [
    client.getQueryData<Read>(queryKeys.invoice(id)),
    ...client
      .getQueriesData<List>({ queryKey: queryKeys.invoices })
      .flatMap(([, list]) => list?.pages ?? [])
      .flatMap(({ items }) => items)
      .filter((row) => row.id === id),
  ].flatMap((row) => (row ? [row.version] : []))
  return shown.length === 0 ? undefined : Math.min(...shown)
}

const isShown = (client: QueryClient): boolean =>
  [queryKeys.invoices, queryKeys.invoiceDetails].some(
    (queryKey) => client.getQueryCache().findAll({ queryKey, type: 'active' }).length > 0,
  )

/** Which invoices are to be read, and how. */
export const createInvoiceReads = (client: QueryClient) => {
  const wanted = new Map<Invoice['id'], number>()
  const readAllAgain = async (): Promise<undefined> => {
    void client.invalidateQueries({ queryKey: queryKeys.invoiceDetails })
    await client.invalidateQueries({ queryKey: queryKeys.invoices })
  }
  const take = (invoices: readonly Read[]): boolean => {
    cacheInvoices(client, invoices)
    for (const { id, version } of invoices) if (version >= (wanted.get(id) ?? 0)) wanted.delete(id)
    return wanted.size === 0
  }
  return {
    isWanted: (): boolean => wanted.size > 0,
    clear: (): void => wanted.clear(),
    /** Records a change; false when no screen shows invoices, or they have it already, as after the person's own act. */
    note: ({ id, version }: LiveEventData['invoice']): boolean => {
      const known = shownVersion(client, id)
      if (known !== undefined && known >= version) return false
      if (!isShown(client)) {
        // Nothing is fetched now: a screen that opens later reads what has become old.
        void readAllAgain()
        return false
      }
      wanted.set(id, Math.max(version, wanted.get(id) ?? 0))
      return true
    },
    read: async (): Promise<Read[] | undefined> => {
      const ids = [...wanted.keys()]
      if (ids.length === 0) return undefined
      wanted.clear()
      if (ids.length > MOST) return readAllAgain()
      const found = await Promise.all(ids.map((invoiceId) => call('getInvoice', { invoiceId })))
      cacheInvoices(client, found)
      return found
    },
    take,
  }
}
