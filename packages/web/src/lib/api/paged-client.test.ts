import { InfiniteQueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { PagedClient } from './paged-client.ts'

type Page = { rows: string; next: number | null }

/** A list on a screen; each of its reads waits until it is answered. */
const aList = () => {
  const client = new PagedClient({ defaultOptions: { queries: { retry: false } } })
  const asked: { page: number; answer: (rows: string) => void; fail: () => void }[] = []
  const list = new InfiniteQueryObserver(client, {
    queryKey: ['rows'],
    queryFn: ({ pageParam, signal }) =>
      new Promise<Page>((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('given up')))
        const answer = (rows: string) => resolve({ rows, next: pageParam < 2 ? pageParam + 1 : null })
        asked.push({ page: pageParam, answer, fail: () => reject(new Error('no answer')) })
      }),
    initialPageParam: 0,
    getNextPageParam: (page: Page) => page.next,
  })
  const stop = list.subscribe(() => {})
  const next = async (page: number) => {
    await expect.poll(() => asked.at(0)?.page).toBe(page)
    return asked.shift() as (typeof asked)[number]
  }
  const shown = () => list.getCurrentResult().data?.pages.map(({ rows }) => rows)
  const isQuiet = () => list.getCurrentResult().fetchStatus === 'idle' && asked.length === 0
  return { client, list, next, shown, isQuiet, stop }
}

test('another page that loads is kept when the list is to be read again, which it is once the page is there', async () => {
  const { client, list, next, shown, isQuiet, stop } = aList()
  ;(await next(0)).answer('a')
  await expect.poll(shown).toEqual(['a'])
  void list.fetchNextPage()
  const more = await next(1)
  void client.invalidateQueries({ queryKey: ['rows'] })
  more.answer('b')
  await expect.poll(shown).toEqual(['a', 'b'])
  ;(await next(0)).answer('a again')
  ;(await next(1)).answer('b again')
  await expect.poll(shown).toEqual(['a again', 'b again'])
  expect(isQuiet()).toBe(true)
  stop()
})

test('a list that was being read again when another page was asked for is read again after it', async () => {
  const { client, list, next, shown, isQuiet, stop } = aList()
  ;(await next(0)).answer('a')
  await expect.poll(shown).toEqual(['a'])
  void client.invalidateQueries({ queryKey: ['rows'] })
  await next(0)
  void list.fetchNextPage()
  ;(await next(1)).answer('b')
  ;(await next(0)).answer('a again')
  ;(await next(1)).answer('b again')
  await expect.poll(shown).toEqual(['a again', 'b again'])
  expect(isQuiet()).toBe(true)
  stop()
})

test('a page that fails to load does not keep the list from being read again', async () => {
  const { client, list, next, shown, stop } = aList()
  ;(await next(0)).answer('a')
  await expect.poll(shown).toEqual(['a'])
  void list.fetchNextPage()
  const more = await next(1)
  void client.invalidateQueries({ queryKey: ['rows'] })
  more.fail()
  ;(await next(0)).answer('a again')
  await expect.poll(shown).toEqual(['a again'])
  stop()
})
