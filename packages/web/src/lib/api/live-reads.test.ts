import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLiveReads, type LiveReads, type ReadNote } from './live-reads.ts'

type Read = 'wallet' | 'rows'
type Tab = { reads: LiveReads<Read>; read: Read[]; taken: unknown[] }

let tabs: Tab[]
let isHidden = false
const fails = { times: 0 }
/** A tab of the browser; what one announces, the others receive. */
const aTab = (): Tab => {
  const tab: Tab = {
    read: [],
    taken: [],
    reads: createLiveReads<Read>({
      isShown: () => true,
      perform: async (read) => {
        tab.read.push(read)
        if (fails.times > 0) {
          fails.times -= 1
          throw new Error('no network')
        }
        return `what ${read} is now`
      },
      take: (_read, found) => tab.taken.push(found) > 0,
      announce: (note: ReadNote<Read>) => {
        for (const other of tabs) if (other !== tab) other.reads.receive(note)
      },
    }),
  }
  tabs.push(tab)
  return tab
}

beforeEach(() => {
  tabs = []
  fails.times = 0
  isHidden = false
  vi.useFakeTimers()
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden)
})
afterEach(() => {
  for (const { reads } of tabs) reads.stop()
  vi.restoreAllMocks()
  vi.useRealTimers()
})
const after = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const show = (): void => {
  isHidden = false
  document.dispatchEvent(new Event('visibilitychange'))
}

test('events that come together lead to one read of each thing, within moments', async () => {
  const { reads, read } = aTab()
  for (const id of [1, 2, 3]) reads.want('rows', id)
  reads.want('wallet', 4)
  await after(500)
  expect(read.toSorted()).toEqual(['rows', 'wallet'])
})

test('a thousand events in an hour lead to far fewer reads, and the last of them is read', async () => {
  const { reads, read } = aTab()
  for (let id = 1; id <= 1000; id += 1) {
    reads.want('rows', id)
    await after(3600)
  }
  expect(read.length).toBeLessThan(480)
  const before = read.length
  reads.want('rows', 1001)
  await after(10_000)
  expect(read.length).toBeGreaterThan(before)
})

test('after a calm time the first read comes within moments again', async () => {
  const { reads, read } = aTab()
  for (let id = 1; id <= 20; id += 1) {
    reads.want('rows', id)
    await after(1000)
  }
  await after(30_000)
  const before = read.length
  reads.want('rows', 21)
  await after(500)
  expect(read.length).toBe(before + 1)
})

test('a hidden tab reads nothing until it is seen', async () => {
  isHidden = true
  const { reads, read } = aTab()
  for (const id of [1, 2, 3]) reads.want('wallet', id)
  await after(60_000)
  expect(read).toEqual([])
  show()
  await after(500)
  expect(read).toEqual(['wallet'])
})

test('of several tabs one reads, and the others take what it found', async () => {
  const all = [aTab(), aTab(), aTab()]
  vi.spyOn(crypto, 'getRandomValues').mockImplementation((bytes) => {
    if (bytes instanceof Uint8Array) bytes[0] = all.findIndex(({ reads }) => reads === asking) * 80
    return bytes
  })
  let asking: unknown
  for (const { reads } of all) {
    asking = reads
    reads.want('wallet', 1)
  }
  await after(10_000)
  expect(all.flatMap(({ read }) => read)).toEqual(['wallet'])
  expect(all.flatMap(({ taken }) => taken)).toEqual(['what wallet is now', 'what wallet is now'])
})

test('a tab that waits for what another one reads does so itself when that one is gone', async () => {
  const tab = aTab()
  tab.reads.want('wallet', 1)
  tab.reads.receive({ read: 'wallet', upTo: 1 })
  await after(1000)
  expect(tab.read).toEqual([])
  await after(10_000)
  expect(tab.read).toEqual(['wallet'])
})

test('what another tab read before the newest event does not stand for it', async () => {
  const tab = aTab()
  tab.reads.want('wallet', 2)
  tab.reads.receive({ read: 'wallet', upTo: 1, found: 'old' })
  await after(500)
  expect(tab.read).toEqual(['wallet'])
})

test('a read that fails is made again', async () => {
  const { reads, read } = aTab()
  fails.times = 1
  reads.want('rows', 1)
  await after(2000)
  expect(read).toEqual(['rows', 'rows'])
})
