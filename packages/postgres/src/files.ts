import { access, lchown, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { codeOf } from './failed.ts'
import type { ServiceUser } from './processes.ts'

/** False only when the path is certainly absent; a folder we may not look into throws. */
export const exists = async (path: string): Promise<boolean> => {
  try {
    await access(path)
    return true
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return false
    throw error
  }
}

/** Makes what was written or renamed here survive a power cut. Windows cannot open folders, and needs no such call. */
export const syncPath = async (path: string): Promise<void> => {
  if (process.platform === 'win32' && (await stat(path)).isDirectory()) return
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Renames for good: after this returns, a power cut does not bring the old name back. */
export const renameDurably = async (source: string, target: string): Promise<void> => {
  await rename(source, target)
  await syncPath(dirname(target))
}

/**
 * Writes a small file that is either absent or whole, readable by its owner alone. The folder may belong to the service
 * account, which root does not trust: a link planted in the way is removed or refused, never followed.
 */
export const writePrivately = async (path: string, content: string, user?: ServiceUser): Promise<void> => {
  const draft = `${path}.new-${process.pid}`
  await rm(draft, { force: true })
  const handle = await open(draft, 'wx', 0o600)
  try {
    if (user) await handle.chown(user.uid, user.gid)
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await renameDurably(draft, path)
}

/** Hands a folder and everything in it (links themselves, not what they lead to) to the service account, if that is not us. */
export const giveTo = async (user: ServiceUser | undefined, folder: string): Promise<void> => {
  if (!user) return
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    await lchown(join(entry.parentPath, entry.name), user.uid, user.gid)
  }
  await lchown(folder, user.uid, user.gid) // last: until then no other account can change what is listed
}

/** The last `limit` bytes of a file, from `offset` on; '' when there is nothing. */
export const readTail = async (path: string, options: { offset: number; limit: number }): Promise<string> => {
  const handle = await open(path, 'r')
  try {
    const { size } = await handle.stat()
    const start = Math.max(options.offset, size - options.limit, 0)
    const buffer = Buffer.alloc(Math.max(size - start, 0))
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, start)
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await handle.close()
  }
}
