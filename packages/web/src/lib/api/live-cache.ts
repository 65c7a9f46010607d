/**
 * What a live event changes in the cache. Rows carry the version of their state, so an event that arrives late changes
 * nothing; of two with the same version the later one counts, since a private note leaves the version as it is;
 * lists change in place, and a new row goes on top where the list's filter surely fits, else the list is read again.
 */
import type { LiveEvent, LiveEventData, Me, Result, Transaction } from '@puente/contract'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { queryKeys } from './query-keys.ts'

type Page = Result<'listTransactions'>
type CachedList = Page | InfiniteData<Page>
type Filter = { type?: string | string[]; search?: string; to?: string; fromDate?: string; toDate?: string }

const isPaged = (list: CachedList): list is InfiniteData<Page> => 'pages' in list
const pagesOf = (list: CachedList): Page[] => (isPaged(list) ? list.pages : [list])
const withPages = (list: CachedList, pages: Page[]): CachedList =>
  isPaged(list) ? { ...list, pages } : (pages[0] ?? list)

/** Whether a new row belongs into a list; null when only the server can say. */
const fits = (filter: Filter, row: Transaction): boolean | null => {
  if (filter.search || filter.to || filter.fromDate || filter.toDate) return null
  if (filter.type === undefined || filter.type === 'all') return true
  return [filter.type].flat().includes(row.type)
}

const replaced = (page: Page, row: Transaction): Page => ({
  ...page,
  items: page.items.map((item) => (item.id === row.id && item.version <= row.version ? row : item)),
})

const onTop = (list: CachedList, row: Transaction): CachedList => {
  const [first, ...rest] = pagesOf(list)
  if (!first) return list
  // A list of fixed length keeps it; a paged one may grow, its cursor stands at the other end.
  const items = [row, ...first.items]
  return withPages(list, [
    { ...first, items: isPaged(list) ? items : items.slice(0, Math.max(first.items.length, 10)) },
    ...rest,
  ])
}

const applyTransaction = (client: QueryClient, { row }: LiveEventData['transaction']): void => {
  client.setQueryData<Transaction>(queryKeys.transaction(row.id), (old) =>
    old && old.version > row.version ? old : row,
  )
  for (const [key, list] of client.getQueriesData<CachedList>({ queryKey: queryKeys.transactions })) {
    if (!list) continue
    const known = pagesOf(list).some((page) => page.items.some((item) => item.id === row.id))
    if (known) {
      client.setQueryData(
        key,
        withPages(
          list,
          pagesOf(list).map((page) => replaced(page, row)),
        ),
      )
      continue
    }
    const fit = fits((key[1] ?? {}) as Filter, row)
    if (fit === true) client.setQueryData(key, onTop(list, row))
    else if (fit === null) void client.invalidateQueries({ queryKey: key, exact: true })
  }
}

/** A transaction as the screens have it now, from its detail or from a list. */
export const knownRow = (client: QueryClient, id: string): Transaction | undefined =>
  client.getQueryData<Transaction>(queryKeys.transaction(id)) ??
  client
    .getQueriesData<CachedList>({ queryKey: queryKeys.transactions })
    .flatMap(([, list]) => (list ? pagesOf(list) : []))
    .flatMap(({ items }) => items)
    .find((row) => row.id === id)

const changeMe = (client: QueryClient, change: Partial<Me>): void => {
  client.setQueryData<Me>(queryKeys.me, (me) => me && { ...me, ...change })
}

/** Brings the cache up to date with one event. Session events are for whoever holds the session. */
export const applyLiveEvent = (client: QueryClient, event: LiveEvent): void => {
  const again = (queryKey: readonly string[]) => void client.invalidateQueries({ queryKey })
  switch (event.event) {
    case 'ready':
    case 'session':
      return
    case 'reset':
      void client.invalidateQueries()
      return
    case 'me':
      again(queryKeys.me)
      return
    case 'wallet':
      changeMe(client, { wallet: { USD: event.data.USD }, held: event.data.held })
      client.setQueryData(queryKeys.wallet, { USD: event.data.USD })
      return
    case 'kyc':
      changeMe(client, { KYC: event.data })
      // A decision may change more of the user than its own part: the tier, the name that was checked.
      again(queryKeys.me)
      again(queryKeys.kyc)
      again(queryKeys.limits)
      return
    case 'transaction':
      applyTransaction(client, event.data)
      return
    case 'frequents':
      again(queryKeys.frequents)
      return
    case 'limits':
      again(queryKeys.limits)
      return
    case 'content':
      again(queryKeys.config)
      again(['legal'])
      again(queryKeys.limits)
      return
  }
}
