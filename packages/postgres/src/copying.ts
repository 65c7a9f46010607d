/** Copying files while their owner writes to them, with a digest of what was copied. */

import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { codeOf } from './failed.ts'

export type Copied = { readonly bytes: number; readonly sha256: string }

const chunkBytes = 1 << 20

/**
 * Copies one file, mode 0600, and syncs it. Answers undefined when the source has vanished, as tables that are dropped do.
 * A file that grows meanwhile is copied up to the length it had: what came later is in the write-ahead log.
 */
export const copyFileDurably = async (source: string, target: string): Promise<Copied | undefined> => {
  // Root copies what another account owns: a file exchanged for a link meanwhile must not lead anywhere else.
  const input = await open(source, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  })
  if (!input) return undefined
  try {
    const output = await open(target, 'wx', 0o600)
    try {
      const { size } = await input.stat()
      const digest = createHash('sha256')
      const buffer = Buffer.allocUnsafe(Math.min(chunkBytes, Math.max(size, 1)))
      let bytes = 0
      while (bytes < size) {
        const { bytesRead } = await input.read(buffer, 0, Math.min(buffer.length, size - bytes), bytes)
        if (bytesRead === 0) break // truncated meanwhile; the log knows that too
        const chunk = buffer.subarray(0, bytesRead)
        digest.update(chunk)
        for (let written = 0; written < bytesRead;) {
          written += (await output.write(chunk, written, bytesRead - written)).bytesWritten
        }
        bytes += bytesRead
      }
      await output.sync()
      return { bytes, sha256: digest.digest('hex') }
    } finally {
      await output.close()
    }
  } finally {
    await input.close()
  }
}

/**
 * Runs `work` on all items, a few at a time: syncs of several files overlap, and open files stay few. After a failure
 * nothing more is begun, and what had begun has ended by the time this rejects.
 */
export const forEachFew = async <T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> => {
  const queue = items.values()
  const failures: unknown[] = []
  const worker = async (): Promise<void> => {
    for (const item of queue) {
      if (failures.length > 0) return
      await work(item).catch((error: unknown) => failures.push(error))
    }
  }
  await Promise.all(Array.from({ length: 8 }, worker))
  if (failures.length > 0) throw failures[0]
}
