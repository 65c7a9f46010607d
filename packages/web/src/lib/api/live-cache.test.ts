import type { LiveEvent, Me, Transaction } from '@puente/contract'
import { QueryClient, type InfiniteData } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { aMe } from '#test/render.tsx'
import { applyLiveEvent } from './live-cache.ts'
import { queryKeys } from './query-keys.ts'

const row = (id: string, change: Partial<Transaction> = {}): Transaction =>
  ({ id: `txn_${id}`, type: 'sent', state: 'PENDING', amount: 100, version: 1, ...change }) as Transaction

const event = (one: Transaction): LiveEvent => ({
  id: 1,
  event: 'transaction',
  data: { id: one.id, type: one.type, state: one.state, version: one.version, row: one },
})

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
  applyLiveEvent(client, event(row('b', { state: 'COMPLETED', version: 2 })))

  expect(items(all)).toEqual(['txn_a', 'txn_b'])
  expect(client.getQueryData<ReturnType<typeof page>>(all)?.items[1]?.state).toBe('COMPLETED')
  expect(client.getQueryData<InfiniteData<ReturnType<typeof page>>>(paged)?.pages[1]?.items[0]?.state).toBe('COMPLETED')
  expect(client.getQueryData<Transaction>(queryKeys.transaction('txn_b'))?.version).toBe(2)
})

test('an event that comes late changes nothing', () => {
  const all = queryKeys.transactionList({})
  client.setQueryData(all, page(row('a', { state: 'COMPLETED', version: 3 })))
  applyLiveEvent(client, event(row('a', { version: 2 })))
  expect(client.getQueryData<ReturnType<typeof page>>(all)?.items[0]?.state).toBe('COMPLETED')
})

test('a note that was written on another screen appears, although it leaves the version as it is', () => {
  const all = queryKeys.transactionList({})
  const key = queryKeys.transaction('txn_a')
  client.setQueryData(all, page(row('a', { version: 2 })))
  client.setQueryData(key, row('a', { version: 2 }))
  applyLiveEvent(client, event(row('a', { version: 2, privateNote: 'for the flat' })))
  expect(client.getQueryData<ReturnType<typeof page>>(all)?.items[0]?.privateNote).toBe('for the flat')
  expect(client.getQueryData<Transaction>(key)?.privateNote).toBe('for the flat')
})

test('a new transaction goes on top of the lists it fits; a searched list is read again', () => {
  const all = queryKeys.transactionList({ limit: 10 })
  const sent = queryKeys.transactionList({ type: ['sent'] })
  const withdrawn = queryKeys.transactionList({ type: 'withdraw' })
  const searched = queryKeys.transactionList({ search: 'ana' })
  for (const key of [all, sent, withdrawn, searched]) client.setQueryData(key, page(row('a')))
  applyLiveEvent(client, event(row('new')))

  expect(items(all)).toEqual(['txn_new', 'txn_a'])
  expect(items(sent)).toEqual(['txn_new', 'txn_a'])
  expect(items(withdrawn)).toEqual(['txn_a'])
  expect(items(searched)).toEqual(['txn_a'])
  expect(client.getQueryState(searched)?.isInvalidated).toBe(true)
})

test('the same event twice inserts one row', () => {
  const all = queryKeys.transactionList({})
  client.setQueryData(all, page())
  applyLiveEvent(client, event(row('new')))
  applyLiveEvent(client, event(row('new')))
  expect(items(all)).toEqual(['txn_new'])
})

test('wallet and identity events reach the signed-in user at once, who is read again after a decision', () => {
  client.setQueryData(queryKeys.me, aMe())
  applyLiveEvent(client, { id: 1, event: 'wallet', data: { USD: 500, held: { USD: 20 } } })
  applyLiveEvent(client, { id: 2, event: 'kyc', data: { ...aMe().KYC, tier: 2 } })
  expect(client.getQueryData<Me>(queryKeys.me)).toMatchObject({
    wallet: { USD: 500 },
    held: { USD: 20 },
    KYC: { tier: 2 },
  })
  expect(client.getQueryData(queryKeys.wallet)).toEqual({ USD: 500 })
  expect(client.getQueryState(queryKeys.me)?.isInvalidated).toBe(true)
})

test('a reset reads everything again', () => {
  client.setQueryData(queryKeys.me, aMe())
  applyLiveEvent(client, { id: 0, event: 'reset', data: {} })
  expect(client.getQueryState(queryKeys.me)?.isInvalidated).toBe(true)
})
