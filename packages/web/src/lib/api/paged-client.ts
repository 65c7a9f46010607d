/**
 * A query client that never gives up one read of a paged list for another: a list that is to be read again while another page of it loads is
 * read again once that page is there, and loading a page does not make up for reading the list again.
 */
import {
  type Query,
  QueryClient,
  type QueryClientConfig,
  type RefetchOptions,
  type RefetchQueryFilters,
} from '@tanstack/react-query'

const isLoadingMore = ({ state }: Query): boolean =>
  state.fetchStatus !== 'idle' && state.fetchMeta?.fetchMore !== undefined

export class PagedClient extends QueryClient {
  /** To be read again after the page that loads. */
  readonly #later = new WeakSet<Query>()

  constructor(config: QueryClientConfig) {
    super(config)
    this.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated') return
      const { query, action } = event
      if (action.type === 'fetch' && action.meta?.fetchMore && query.state.isInvalidated) this.#later.add(query)
      const isOver = action.type === 'error' || (action.type === 'success' && !action.manual)
      if (isOver && this.#later.delete(query)) void this.invalidateQueries({ queryKey: query.queryKey, exact: true })
    })
  }

  override refetchQueries(filters: RefetchQueryFilters = {}, options?: RefetchOptions): Promise<void> {
    for (const query of this.getQueryCache().findAll(filters).filter(isLoadingMore)) this.#later.add(query)
    const { predicate } = filters
    const isNow = (query: Query): boolean => !isLoadingMore(query) && (predicate?.(query) ?? true)
    return super.refetchQueries({ ...filters, predicate: isNow }, options)
  }
}
