/**
 * Brings everything that is sealed under the key of new writes, so that an older key can be removed. Runs in the background
 * while there is more than one key, a page at a time and beside the calls; what is changed meanwhile is left as it is.
 */
import { audit } from '#platform/audit.ts'
import { decryptBytes, DecryptionFailed, encryptBytes, kidOf, type Place } from '#platform/crypto/field-encryption.ts'
import {
  isBlob,
  namesBlob,
  rewrapValue,
  type SealedTable,
  type SealedValue,
  sealedPages,
  sealedTables,
} from '#platform/crypto/rewrap-store.ts'
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
/** How many values are under each key; what is no envelope is under `NO_KEY`. */
type KeyUse = Map<string, number>
type Pass = { use: KeyUse; rewrapped: number; unreadable: Place[] }

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

/** A blob says itself what it is under. One that is gone has nothing under any key. */
const lookAtBlob = async (
  { blobs, db, keys }: Rewrapping,
  pass: Pass,
  table: SealedTable,
  value: SealedValue,
  does: 'count' | 'rewrap',
): Promise<void> => {
  const { envelope: blobKey, place } = value
  const found = await blobs.get(blobKey).catch((error: unknown) => {
    if (error instanceof BlobMissing) return null
    throw error
  })
  if (!found) return
  const envelope = found.toString()
  const again = async () => {
    const bytes = decryptBytes(keys.sealing, place, envelope)
    await blobs.put(blobKey, Buffer.from(encryptBytes(keys.sealing, place, bytes)))
    if (!(await namesBlob(db.pool, table, value))) await blobs.delete(blobKey)
  }
  await each(pass, kidOf(envelope), keys.sealing.current.kid, does === 'rewrap' ? again : null)
}

const walk = async (services: Rewrapping, does: 'count' | 'rewrap'): Promise<Pass> => {
  const { db, keys } = services
  const pass: Pass = { use: new Map(), rewrapped: 0, unreadable: [] }
  const current = keys.sealing.current.kid
  for (const table of await sealedTables(db.pool))
    for await (const page of sealedPages(db.pool, table))
      for (const value of page) {
        if (isBlob(value)) await lookAtBlob(services, pass, table, value, does)
        else {
          const again = () => rewrapValue(db.pool, keys.sealing, table, value)
          await each(pass, value.kid, current, does === 'rewrap' ? again : null)
        }
      }
  return pass
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
