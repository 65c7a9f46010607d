/**
 * Keeps the cache up to date from the live stream: an event names what changed, and what the screens show of it is read.
 */
import type { LiveEvent, LiveEventData, Me, Result, Transaction } from '@puente/contract'
import type { QueryClient } from '@tanstack/react-query'
import { call } from './api.ts'
import { cachedRow, type LiveRead, cacheRows, cacheWallet, hasAttempts, QUERIES, readsOf } from './live-cache.ts'
import { createInvoiceReads } from './live-invoices.ts'
import { createLiveReads } from './live-reads.ts'
import { shareLive } from './live-share.ts'
import { queryKeys } from './query-keys.ts'

/** The most transactions that one call returns. When more have changed, the lists are read again instead. */
const MOST_ROWS = 20

type Following = {
  /** The stream's position before the page's first reads. */
  from: number
  onEvent: (event: LiveEvent) => void
  /** A changed transaction, and the state that the screens showed before the event. */
  onRow: (row: Transaction, before: Transaction['state'] | undefined) => void
}

/** `noted`: the owner's note has changed, which no version tells. */
type Wanted = { version: number; before: Transaction['state'] | undefined; noted?: boolean }

const readRowsAgain = async (client: QueryClient): Promise<undefined> => {
  void client.invalidateQueries({ queryKey: queryKeys.transactionDetails })
  await client.invalidateQueries({ queryKey: queryKeys.transactions })
}

const createRowReads = (client: QueryClient, onRow: Following['onRow']) => {
  const wanted = new Map<string, Wanted>()

  const settle = (row: Transaction): void => {
    const asked = wanted.get(row.id)
    if (!asked || row.version < asked.version) return
    wanted.delete(row.id)
    onRow(row, asked.before)
  }
  return {
    isWanted: (): boolean => wanted.size > 0,
    clear: (): void => wanted.clear(),
    /** Records a change; false when the screens have it already, as after a repeated event. */
    note: ({ id, version, noted }: LiveEventData['transaction']): boolean => {
      const known = cachedRow(client, id)
      if (known && known.version >= version && !noted) return false
      wanted.set(id, { before: known?.state, ...wanted.get(id), version, ...(noted && { noted }) })
      return true
    },
    /** Reads the changes that no screen has read meanwhile. */
    read: async (): Promise<Transaction[] | undefined> => {
      for (const [id, { noted }] of wanted) {
        const known = noted ? undefined : cachedRow(client, id)
        if (known) settle(known)
      }
      const ids = [...wanted.keys()] as Transaction['id'][]
      if (ids.length === 0) return undefined
      if (ids.length > MOST_ROWS) {
        wanted.clear()
        return readRowsAgain(client)
      }
      const { items } = await call('getTransactions', { transactionIds: ids })
      cacheRows(client, items)
      items.forEach(settle)
      for (const id of ids) if (!items.some((row) => row.id === id)) wanted.delete(id)
      return items
    },
    take: (rows: readonly Transaction[]): boolean => {
      cacheRows(client, rows)
      rows.forEach(settle)
      return wanted.size === 0
    },
  }
}

const isFetching = (client: QueryClient, queryKey: readonly string[]): boolean =>
  client.getQueryState(queryKey)?.fetchStatus === 'fetching'

const readWallet = async (client: QueryClient): Promise<Result<'wallet'> | undefined> => {
  // A read of the user that began before the change would restore the old balance, so it is started again instead.
  const isUserOnTheWay = () => isFetching(client, queryKeys.me)
  const wallet = isUserOnTheWay() ? undefined : await call('wallet')
  if (wallet === undefined || isUserOnTheWay()) {
    await client.invalidateQueries({ queryKey: queryKeys.me })
    return undefined
  }
  cacheWallet(client, wallet)
  return wallet
}

const readQueries = async (client: QueryClient, read: keyof typeof QUERIES): Promise<unknown> => {
  await Promise.all(QUERIES[read].map((queryKey) => client.invalidateQueries({ queryKey })))
  const [queryKey] = QUERIES[read]
  const query = client.getQueryCache().find({ queryKey })
  return query?.isActive() && !query.state.isInvalidated ? query.state.data : undefined
}

const takeQuery = (client: QueryClient, read: keyof typeof QUERIES, found: unknown): boolean => {
  const [queryKey] = QUERIES[read]
  if (client.getQueryData(queryKey) === undefined || isFetching(client, queryKey)) return false
  client.setQueryData(queryKey, found)
  return true
}

/** Starts following; returns a function that stops it. */
export const followChanges = (client: QueryClient, { from, onEvent, onRow }: Following): (() => void) => {
  const rows = createRowReads(client, onRow)
  const invoices = createInvoiceReads(client)
  const reads = createLiveReads<LiveRead>({
    isShown: (read) => {
      if (read === 'rows') return rows.isWanted()
      // Of these each page reads its own.
      if (read === 'attempts') return false
      if (read === 'invoices') return invoices.isWanted()
      if (read === 'wallet') return client.getQueryData<Me>(queryKeys.me) !== undefined
      return QUERIES[read].some((queryKey) => client.getQueryCache().findAll({ queryKey, type: 'active' }).length > 0)
    },
    perform: (read) => {
      if (read === 'rows') return rows.read()
      if (read === 'attempts') return hasAttempts(client) ? readRowsAgain(client) : Promise.resolve(undefined)
      if (read === 'invoices') return invoices.read()
      if (read === 'wallet') return readWallet(client)
      if (read === 'everything') {
        rows.clear()
        invoices.clear()
      }
      return readQueries(client, read)
    },
    take: (read, found) => {
      if (read === 'rows') return rows.take(found as Transaction[])
      if (read === 'invoices') return invoices.take(found as Result<'getInvoice'>[])
      if (read === 'attempts') return false
      if (read !== 'wallet') return takeQuery(client, read, found)
      cacheWallet(client, found as Result<'wallet'>)
      return true
    },
    announce: (note) => shared.announce(note),
  })
  const shared = shareLive(from, {
    onEvent: (event) => {
      onEvent(event)
      if (event.event === 'transaction' && !rows.note(event.data)) return
      const isKnown = event.event === 'invoice' && !invoices.note(event.data)
      for (const read of readsOf(event)) if (read !== 'invoices' || !isKnown) reads.want(read, event.id)
    },
    onNote: (note) => reads.receive(note),
  })
  return () => {
    reads.stop()
    shared.stop()
  }
}
