/**
 * A part of a screen that is fetched when it is first needed. A fetch that never ends would leave the screen waiting
 * for ever, so it is given up after two minutes and the error screen offers to reload.
 */
import { lazy, type ComponentType } from 'react'
import { clock } from './clock.ts'

export const CHUNK_TIMEOUT_MS = 120_000
/** Later than a busy page runs a timer. */
const LATE_MS = 10_000

/**
 * Rejects when `load` has not come to an end in time. A timer that fires late tells of a machine that slept: the fetch
 * slept too, and gets its time anew.
 */
const withinChunkTimeout = <T>(load: () => Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    let cancel = () => {}
    const wait = () => {
      const overAt = clock.now() + CHUNK_TIMEOUT_MS
      cancel = clock.after(CHUNK_TIMEOUT_MS, () =>
        clock.now() > overAt + LATE_MS ? wait() : reject(new Error('chunkTimeout')),
      )
    }
    wait()
    load()
      .then(resolve, reject)
      .finally(() => cancel())
  })

export const lazyPart = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await withinChunkTimeout(load) }))
