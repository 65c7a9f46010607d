/**
 * Brings everything that is sealed under the key of new writes, so that an older key can be removed. Runs in the background
 * while there is more than one key, a page at a time and beside the calls; what is changed meanwhile is left as it is.
 */
import { type FileRef, listFilesAfter, rewrapFile } from '#features/kyc/index.ts'
import { audit } from '#platform/audit.ts'
import { DecryptionFailed, type Place } from '#platform/crypto/field-encryption.ts'
import { rewrapValue, sealedPages, sealedTables } from '#platform/crypto/rewrap-store.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { TaskHandlers } from '#platform/jobs/tasks.ts'
import type { Services } from '#platform/services.ts'
import { BlobMissing } from '#providers/files/port.ts'

declare module '#platform/jobs/tasks.ts' {
  interface Tasks {
    'keys.rewrap': Record<string, never>
  }
}

type Rewrapping = Pick<Services, 'blobs' | 'clock' | 'db' | 'keys' | 'log'>
/** How many values are under each key; files of before their key was noted are under `NO_KEY`, which may be any. */
type KeyUse = Map<string, number>
type Pass = { use: KeyUse; rewrapped: number; unreadable: Place[] }

const FILES_PAGE = 200
export const NO_KEY = 'unknown'

const countIn = (use: KeyUse, kid: string | null): void => {
  use.set(kid ?? NO_KEY, (use.get(kid ?? NO_KEY) ?? 0) + 1)
}

/** Does what is asked with each value that is not under the current key, and keeps what cannot be opened apart. */
const each = async (pass: Pass, kid: string | null, current: string, work: (() => Promise<void>) | null) => {
  if (kid === current || !work) return countIn(pass.use, kid)
  try {
    await work()
    pass.rewrapped += 1
    countIn(pass.use, current)
  } catch (error) {
    if (!(error instanceof DecryptionFailed)) throw error
    pass.unreadable.push(error.place)
    countIn(pass.use, kid)
  }
}

const walk = async (services: Rewrapping, does: 'count' | 'rewrap'): Promise<Pass> => {
  const { db, keys } = services
  const pass: Pass = { use: new Map(), rewrapped: 0, unreadable: [] }
  const current = keys.sealing.current.kid
  for (const table of await sealedTables(db.pool))
    for await (const page of sealedPages(db.pool, table))
      for (const value of page) {
        const again = () => rewrapValue(db.pool, keys.sealing, table, value)
        await each(pass, value.kid, current, does === 'rewrap' ? again : null)
      }
  let last: FileRef | null = null
  for (;;) {
    const page: FileRef[] = await listFilesAfter(db, last, FILES_PAGE)
    for (const file of page) {
      const again = () =>
        rewrapFile(services, file).catch((error: unknown) => {
          // Deleted since the page was read, or lost: either way there is nothing under the old key.
          if (!(error instanceof BlobMissing)) throw error
        })
      await each(pass, file.kid, current, does === 'rewrap' ? again : null)
    }
    last = page.at(-1) ?? null
    if (!last || page.length < FILES_PAGE) return pass
  }
}

/** How many sealed values are under each key. */
export const countKeyUse = async (services: Rewrapping): Promise<KeyUse> => (await walk(services, 'count')).use

/** One pass over everything. What cannot be opened stays, is named in the audit trail, and keeps its key from being removed. */
export const rewrapKeys = async (services: Rewrapping): Promise<Pass> => {
  const pass = await walk(services, 'rewrap')
  const { log, db } = services
  if (pass.rewrapped > 0) log.info({ component: 'keys', count: pass.rewrapped }, 'sealed values are under the new key')
  if (pass.unreadable.length === 0) return pass
  log.error({ component: 'keys', alert: true, count: pass.unreadable.length }, 'sealed values do not decrypt')
  await transaction(db, 'name unreadable values', async (trx) => {
    for (const { table, column, row } of pass.unreadable.slice(0, 100))
      await audit(trx, {
        actor: { kind: 'system', id: 'keys.rewrap' },
        action: 'value.found-unreadable',
        object: { type: `${table}.${column}`, id: row },
        result: 'refused',
        code: 'unknown',
      })
  })
  return pass
}

export const keyTasks = (services: Services): TaskHandlers => ({
  'keys.rewrap': async () => {
    if (services.keys.sealing.all().length > 1) await rewrapKeys(services)
  },
})
