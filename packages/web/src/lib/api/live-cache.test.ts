import type { LiveEvent, Me, Transaction } from '@puente/contract'
import { QueryClient, type InfiniteData } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { aMe } from '#test/render.tsx'
import { cachedRow, cacheRows, cacheWallet, hasAttempts, readsOf } from './live-cache.ts'
import { queryKeys } from './query-keys.ts'

/** `minute` orders rows by their dates. */
const row = (id: string, change: Partial<Transaction> = {}, minute = 10): Transaction =>
  ({
    id: `txn_${id}`,
    type: 'sent',
    state: 'PENDING',
    amount: 100,
    version: 1,
    date: `2026-11-22T10:${minute}:00.000Z`,
    ...change,
  }) as Transaction

const page = (...items: Transaction[]) => ({ items, last: null, end: true })
let client: QueryClient

beforeEach(() => {
  client = new QueryClient()
})

const items = (key: readonly unknown[]) =>
  client.getQueryData<ReturnType<typeof page>>(key)?.items.map((item) => item.id)

test('a change of a known transaction happens in place, in every list and in its detail', () => {
  const all = queryKeys.transactionList({})
  const paged = queryKeys.transactionList({ type: 'sent' })
  client.setQueryData(all, page(row('a'), row('b')))
  client.setQueryData(paged, { pages: [page(row('c')), page(row('b'))], pageParams: [null, 'x'] })
  cacheRows(client, [row('b', { state: 'COMPLETED', version: 2 })])

  expect(items(all)).toEqual(['txn_a', 'txn_b'])
  expect(client.getQueryData<ReturnType<typeof page>>(all)?.items[1]?.state).toBe('COMPLETED')
  expect(client.getQueryData<InfiniteData<ReturnType<typeof page>>>(paged)?.pages[1]?.items[0]?.state).toBe('COMPLETED')
  const detail = queryKeys.transaction('txn_b')
  expect(client.getQueryData<Transaction>(detail)?.version).toBe(2)
  // Read alone, it has more fields than in a list.
  expect(client.getQueryState(detail)?.isInvalidated).toBe(true)
})

test('a row that was read before the one that is shown changes nothing', () => {
  const all = queryKeys.transactionList({})
  client.setQueryData(all, page(row('a', { state: 'COMPLETED', version: 3 })))
  cacheRows(client, [row('a', { version: 2 })])
  expect(client.getQueryData<ReturnType<typeof page>>(all)?.items[0]?.state).toBe('COMPLETED')
  expect(cachedRow(client, 'txn_a')?.version).toBe(3)
})

test('a new transaction goes on top of the lists it fits; a searched list is read again', () => {
  const all = queryKeys.transactionList({ limit: 10 })
  const sent = queryKeys.transactionList({ type: ['sent'] })
  const withdrawn = queryKeys.transactionList({ type: 'withdraw' })
  const searched = queryKeys.transactionList({ search: 'ana' })
  const month = queryKeys.transactionList({ fromDate: '2026-11-01', limit: 100 })
  for (const key of [all, sent, withdrawn, searched, month]) client.setQueryData(key, page(row('a')))
  cacheRows(client, [row('new', {}, 20)])

  expect(items(all)).toEqual(['txn_new', 'txn_a'])
  expect(items(sent)).toEqual(['txn_new', 'txn_a'])
  expect(items(month)).toEqual(['txn_new', 'txn_a'])
  expect(items(withdrawn)).toEqual(['txn_a'])
  expect(items(searched)).toEqual(['txn_a'])
  expect(client.getQueryState(searched)?.isInvalidated).toBe(true)
})

test('a row that a list does not have goes where its date belongs, or nowhere when that is beyond what the list has', () => {
  const whole = queryKeys.transactionList({ limit: 10 })
  const begun = queryKeys.transactionList({ paged: true })
  client.setQueryData(whole, page(row('c', {}, 30), row('a', {}, 10)))
  client.setQueryData(begun, { pages: [{ ...page(row('c', {}, 30)), end: false }], pageParams: [null] })
  cacheRows(client, [row('b', {}, 20)])
  expect(items(whole)).toEqual(['txn_c', 'txn_b', 'txn_a'])
  expect(client.getQueryData<InfiniteData<ReturnType<typeof page>>>(begun)?.pages[0]?.items).toHaveLength(1)
})

test('the same row twice is one row', () => {
  const all = queryKeys.transactionList({})
  client.setQueryData(all, page())
  cacheRows(client, [row('new')])
  cacheRows(client, [row('new')])
  expect(items(all)).toEqual(['txn_new'])
})

test('a balance that was read is shown for the signed-in user, with what is held', () => {
  client.setQueryData(queryKeys.me, aMe())
  cacheWallet(client, { USD: 500, held: { USD: 20 } })
  expect(client.getQueryData<Me>(queryKeys.me)).toMatchObject({ wallet: { USD: 500 }, held: { USD: 20 } })
})

test('whether a payment by Zelle is still due is read again with what it pays, while one waits for its payer', () => {
  for (const event of ['invoice', 'request'] as const) expect(readsOf({ event } as LiveEvent)).toContain('attempts')
  expect(hasAttempts(client)).toBe(false)
  client.setQueryData(queryKeys.transaction('txn_a'), row('a', { method: 'zelle', state: 'PENDING' }))
  expect(hasAttempts(client)).toBe(false)
  const waits = row('b', { method: 'zelle', state: 'PENDING', requestId: 'req_1' })
  client.setQueryData(queryKeys.transactionList({}), page(waits))
  expect(hasAttempts(client)).toBe(true)
})
