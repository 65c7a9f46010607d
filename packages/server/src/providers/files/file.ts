/** Blobs in a folder: written beside and renamed, so that a half-written one is never seen, and flushed before they count. */
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { BlobMissing, BlobsFull, type Blobs } from './port.ts'

const KEY = /^[a-z0-9-]{16,80}$/

const flush = async (path: string): Promise<void> => {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const write = async (draft: string, bytes: Uint8Array): Promise<void> => {
  const handle = await open(draft, 'w', 0o600)
  try {
    await handle.writeFile(bytes)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const isFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')

export const createFileBlobs = (folder: string): Blobs => {
  const pathOf = (key: string): string => {
    if (!KEY.test(key)) throw new Error('not a key of a blob')
    return join(folder, key.slice(-2), key)
  }
  return {
    put: async (key, bytes) => {
      const path = pathOf(key)
      const draft = `${path}.draft`
      try {
        const made = await mkdir(dirname(path), { recursive: true, mode: 0o700 })
        // A new folder counts once the one above it is flushed, too.
        if (made !== undefined) await flush(dirname(made))
        await write(draft, bytes)
        await rename(draft, path)
        await flush(dirname(path))
      } catch (error) {
        // Of a disk that is full, a draft would take the last that is left.
        await rm(draft, { force: true })
        throw isFull(error) ? new BlobsFull('there is no room for more files', { cause: error }) : error
      }
    },
    get: async (key) => {
      try {
        return await readFile(pathOf(key))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new BlobMissing('no such blob', { cause: error })
        throw error
      }
    },
    delete: (key) => rm(pathOf(key), { force: true }),
  }
}
