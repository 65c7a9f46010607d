/**
 * What a live event means for the cache. An event names what changed; this maps it to reads, and writes their results under
 * the keys of the screens. Rows carry their version, so that a late one changes nothing; lists change in place, and a new row
 * is inserted by date if it certainly fits the list's filter, else the list is read again.
 */
import type { LiveEvent, Me, Result, Transaction } from '@puente/contract'
import type { InfiniteData, Query, QueryClient } from '@tanstack/react-query'
import { queryKeys } from './query-keys.ts'

type Page = Result<'listTransactions'>
type CachedList = Page | InfiniteData<Page>
type Filter = {
  type?: string | string[]
  search?: string
  to?: string
  fromDate?: string
  toDate?: string
  underWay?: true
  limit?: number
}

/** The length of a list whose filter states none. */
const DEFAULT_LIMIT = 10

/** What is read after events, each under its own key and at its own pace. */
export type LiveRead =
  | 'everything'
  | 'me'
  | 'wallet'
  | 'rows'
  | 'attempts'
  | 'invoices'
  | 'requests'
  | 'schedules'
  | 'approvers'
  | 'tickets'
  | 'disputes'
  | 'kyc'
  | 'limits'
  | 'frequents'
  | 'content'
  | 'notifications'
  | 'rewards'

const READS_OF: Record<LiveEvent['event'], readonly LiveRead[]> = {
  ready: [],
  session: [],
  reset: ['everything'],
  me: ['me'],
  // What moves money uses limits up, or gives them back.
  wallet: ['wallet', 'limits'],
  // A decision may change more of the user than its own part: the tier, the name that was checked.
  kyc: ['me', 'kyc', 'limits'],
  transaction: ['rows'],
  invoice: ['invoices', 'attempts'],
  request: ['requests', 'attempts'],
  schedule: ['schedules'],
  approvers: ['approvers'],
  ticket: ['tickets'],
  dispute: ['disputes'],
  notification: ['notifications'],
  rewards: ['rewards'],
  frequents: ['frequents'],
  limits: ['limits'],
  content: ['content', 'limits'],
}

export const readsOf = ({ event }: LiveEvent): readonly LiveRead[] => READS_OF[event]

/** The reads that are queries of screens. */
export const QUERIES = {
  everything: [[]],
  me: [queryKeys.me, queryKeys.factors, queryKeys.recipients],
  kyc: [queryKeys.kyc],
  limits: [queryKeys.limits],
  requests: [queryKeys.requests],
  schedules: [queryKeys.schedules],
  approvers: [queryKeys.approvers],
  tickets: [queryKeys.tickets],
  disputes: [queryKeys.disputes],
  notifications: [queryKeys.notifications],
  rewards: [queryKeys.rewards],
  frequents: [queryKeys.frequents],
  content: [queryKeys.config, queryKeys.legalTexts],
} as const satisfies Partial<Record<LiveRead, readonly (readonly string[])[]>>

const isPaged = (list: CachedList): list is InfiniteData<Page> => 'pages' in list
const pagesOf = (list: CachedList): Page[] => (isPaged(list) ? list.pages : [list])
const withPages = (list: CachedList, pages: Page[]): CachedList =>
  isPaged(list) ? { ...list, pages } : (pages[0] ?? list)

/** Whether a row belongs in a list; null when only the server can decide. */
const fits = (filter: Filter, row: Transaction): boolean | null => {
  if (filter.underWay && row.state !== 'PENDING' && row.state !== 'ON HOLD') return false
  if (filter.search || filter.to || filter.toDate) return null
  // Days depend on the time zone: for the first day of the range only the server can decide.
  if (filter.fromDate && row.date.slice(0, 10) <= filter.fromDate) return null
  if (filter.type === undefined || filter.type === 'all') return true
  return [filter.type].flat().includes(row.type)
}

const replaced = (page: Page, row: Transaction): Page => ({
  ...page,
  items: page.items.map((item) => (item.id === row.id && item.version <= row.version ? row : item)),
})

/** The list with the row inserted by date; unchanged when that is beyond the loaded part. */
const inserted = (list: CachedList, row: Transaction, limit: number): CachedList => {
  const pages = pagesOf(list)
  const isBefore = (item: Transaction) => item.date < row.date
  const found = pages.findIndex(({ items }) => items.some(isBefore))
  if (found === -1 && !pages.at(-1)?.end) return list
  const target = found === -1 ? pages.length - 1 : found
  const grown = pages.map((page, n) => {
    if (n !== target) return page
    const at = page.items.findIndex(isBefore)
    const items = at === -1 ? [...page.items, row] : [...page.items.slice(0, at), row, ...page.items.slice(at)]
    // A list of fixed length keeps its length; a paged one may grow, because its cursor is at the other end.
    return { ...page, items: isPaged(list) ? items : items.slice(0, limit) }
  })
  return withPages(list, grown)
}

const placeInList = (client: QueryClient, query: Query, row: Transaction): void => {
  const list = query.state.data as CachedList | undefined
  const again = () => void client.invalidateQueries({ queryKey: query.queryKey, exact: true })
  // Its answer may have been written before the row changed.
  if (query.state.fetchStatus === 'fetching') return again()
  if (!list) return
  if (pagesOf(list).some((page) => page.items.some((item) => item.id === row.id))) {
    const pages = pagesOf(list).map((page) => replaced(page, row))
    client.setQueryData(query.queryKey, withPages(list, pages))
    return
  }
  const filter = (query.queryKey[1] ?? {}) as Filter
  const fit = fits(filter, row)
  if (fit === true) client.setQueryData(query.queryKey, inserted(list, row, filter.limit ?? DEFAULT_LIMIT))
  else if (fit === null) again()
}

/** Writes rows into their details and lists. */
export const cacheRows = (client: QueryClient, rows: readonly Transaction[]): void => {
  for (const row of rows) {
    const queryKey = queryKeys.transaction(row.id)
    const known = client.getQueryData<Transaction>(queryKey)
    client.setQueryData<Transaction>(queryKey, known && known.version > row.version ? known : row)
    // Read alone, a row has more fields than in a list, such as where its money went back: an open detail reads it again.
    if (!known || known.version < row.version) void client.invalidateQueries({ queryKey, exact: true })
    for (const query of client.getQueryCache().findAll({ queryKey: queryKeys.transactions }))
      placeInList(client, query, row)
  }
}

const cachedRows = (client: QueryClient): Transaction[] => [
  ...client.getQueriesData<Transaction>({ queryKey: queryKeys.transactionDetails }).flatMap(([, row]) => row ?? []),
  ...client
    .getQueriesData<CachedList>({ queryKey: queryKeys.transactions })
    .flatMap(([, list]) => (list ? pagesOf(list) : []))
    .flatMap(({ items }) => items),
]

/** A transaction as it is cached, from its detail or from a list. */
export const cachedRow = (client: QueryClient, id: string): Transaction | undefined =>
  cachedRows(client)
    .filter((row) => row.id === id)
    .reduce<Transaction | undefined>(
      (newest, row) => (!newest || row.version > newest.version ? row : newest),
      undefined,
    )

/** Whether a payment by Zelle is shown that waits for its payer: whether it is still due changes with what it pays, not with its version. */
export const hasAttempts = (client: QueryClient): boolean =>
  cachedRows(client).some(
    ({ method, state, invoiceId, requestId }) =>
      method === 'zelle' && (state === 'PENDING' || state === 'ON HOLD') && (invoiceId ?? requestId) !== undefined,
  )

/** Writes a balance that was read. */
export const cacheWallet = (client: QueryClient, { held, USD, owed }: Result<'wallet'>): void => {
  client.setQueryData<Me>(queryKeys.me, (me) => {
    if (!me) return me
    const { owed: _paid, ...rest } = me
    return { ...rest, wallet: { USD }, held, ...(owed && { owed }) }
  })
}
