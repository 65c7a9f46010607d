/** The jobs of exports: building one, and taking away those whose day is over. */
import { getAccount, mailToOwner } from '#features/accounts/index.ts'
import { encryptBytes } from '#platform/crypto/field-encryption.ts'
import { boundedPool } from '#platform/bounded-pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { newId } from '#platform/ids.ts'
import type { JobRun, TaskHandlers } from '#platform/jobs/tasks.ts'
import type { Services } from '#platform/services.ts'
import { ExportTooLarge } from './archive.ts'
import { buildArchive } from './build-archive.ts'
import { findExport, updateExport } from './exports-store.ts'

declare module '#platform/jobs/tasks.ts' {
  interface Tasks {
    'data-exports.build': { ownerId: string; exportId: string }
    'data-exports.expire': { ownerId: string; exportId: string }
  }
}

type Building = Pick<Services, 'blobs' | 'clock' | 'config' | 'db' | 'jobs' | 'keys' | 'log'>

const KEPT_MS = 86_400_000

/** Making one takes several times its size in memory: one at a time, and those that find sixteen waiting are tried again later. */
const making = boundedPool(1, 16)

/** Where the bytes of an export are sealed for. */
export const blobPlaceOf = (blobKey: string) => ({ table: 'data_exports', column: 'blob', row: blobKey })

type Ref = { ownerId: string; id: string }

/** Takes away what an attempt before this one has put, and names what this one will: bytes that no row names are never found again. */
const beginAttempt = async ({ blobs, db }: Building, ref: Ref, blobKey: string): Promise<boolean> => {
  const before = await findExport(db, ref.ownerId, ref.id)
  if (before?.state !== 'preparing') return false
  if (before.blobKey !== null) await blobs.delete(before.blobKey)
  return updateExport(db, ref, 'preparing', { blobKey })
}

const build = async (services: Building, ref: Ref): Promise<void> => {
  const { blobs, clock, config, db, jobs, keys } = services
  const { ownerId, id: exportId } = ref
  const blobKey = newId()
  if (!(await beginAttempt(services, ref, blobKey))) return
  const sizeBytes = await making(async () => {
    const bytes = await buildArchive(services, ownerId)
    await blobs.put(blobKey, Buffer.from(encryptBytes(keys.sealing, blobPlaceOf(blobKey), bytes)))
    return bytes.length
  })
  const isFirst = await transaction(db, 'finish an export', async (trx) => {
    const expiresAt = new Date(clock.now().getTime() + KEPT_MS)
    const change = { state: 'ready', expiresAt, sizeBytes } as const
    if (!(await updateExport(trx, ref, 'preparing', change, blobKey))) return false
    const account = await getAccount(trx, keys, ownerId)
    const params = { link: `${config.publicUrl}/settings/account` }
    const order = { template: 'exportReady', ref: exportId, params, until: expiresAt } as const
    const expiring = { task: 'data-exports.expire', payload: { ownerId, exportId }, delayMs: KEPT_MS } as const
    await jobs.add(trx, mailToOwner(services, account, order), expiring)
    return true
  })
  if (!isFirst) await blobs.delete(blobKey)
}

/** Takes the bytes away, also those of an attempt that failed; the row stays, and says that there was one. */
const expire = async ({ blobs, db }: Building, ownerId: string, exportId: string): Promise<void> => {
  const over = await findExport(db, ownerId, exportId)
  if (over?.state !== 'ready' && over?.state !== 'failed') return
  if (over.blobKey !== null) await blobs.delete(over.blobKey)
  await updateExport(db, over, over.state, { ...(over.state === 'ready' && { state: 'expired' }), blobKey: null })
}

export const exportsTasks = (services: Building): TaskHandlers => ({
  'data-exports.build': async ({ ownerId, exportId }, { isLastAttempt }: JobRun) => {
    const ref = { ownerId, id: exportId }
    try {
      await build(services, ref)
    } catch (err) {
      if (!isLastAttempt && !(err instanceof ExportTooLarge)) throw err
      services.log.error({ err }, 'an export could not be made')
      await transaction(services.db, 'give up an export', async (trx) => {
        if (!(await updateExport(trx, ref, 'preparing', { state: 'failed' }))) return
        // What was put is taken away by a job of its own: the files may be what fails.
        await services.jobs.add(trx, { task: 'data-exports.expire', payload: { ownerId, exportId } })
      })
    }
  },
  'data-exports.expire': ({ ownerId, exportId }) => expire(services, ownerId, exportId),
})
