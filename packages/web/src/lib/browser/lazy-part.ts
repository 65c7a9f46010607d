/**
 * A part of a screen that is fetched when it is first needed. A fetch that never ends would leave the screen waiting
 * permanently, so it is given up after two minutes and the error screen offers to reload.
 */
import { lazy, type ComponentType } from 'react'
import { afterAwake } from './clock.ts'

export const CHUNK_TIMEOUT_MS = 120_000

/** Rejects when `load` has not settled in time. */
export const withinChunkTimeout = <T>(load: () => Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const cancel = afterAwake(CHUNK_TIMEOUT_MS, () => reject(new Error('chunkTimeout')))
    load().then(resolve, reject).finally(cancel)
  })

export const lazyPart = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await withinChunkTimeout(load) }))
