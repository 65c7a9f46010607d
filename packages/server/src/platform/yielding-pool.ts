import { readFile, readdir } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { join } from 'node:path'

const THREADS = '/proc/self/task'
const POOL_THREAD = 'libuv-worker'
/** A tenth of what the others get where all of them want a core; as much as there is where they do not. */
const YIELDING = 10

const isOfPool = async (thread: string): Promise<boolean> =>
  (await readFile(join(THREADS, thread, 'comm'), 'utf8').catch(() => '')).trim() === POOL_THREAD

/**
 * Passwords are hashed and pictures cleaned on the threads of Node's pool, a core for some milliseconds each. They shall take
 * what the event loop and the database, for which everybody waits, leave over. Answers how many threads that are: none where
 * the system does not tell threads apart (anywhere but on Linux).
 */
export const letPoolYield = async (): Promise<number> => {
  // Reading starts the pool, if nothing has yet: all of its threads at once.
  const threads = await readdir(THREADS).catch(() => [])
  let yielding = 0
  for (const thread of threads) {
    if (!(await isOfPool(thread))) continue
    setPriority(Number(thread), YIELDING)
    yielding += 1
  }
  return yielding
}
