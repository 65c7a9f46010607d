import { lockAccount, updateAccount } from '#features/accounts/index.ts'
import { audit } from '#platform/audit.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { JobOf, TaskHandlers, Tasks } from '#platform/jobs/tasks.ts'
import type { Services } from '#platform/services.ts'
import { deletePictures } from './pictures-store.ts'

declare module '#platform/jobs/tasks.ts' {
  interface Tasks {
    /** The blob of a picture whose row is gone. */
    'picture.erase': { blobKey: string }
    /** The picture of an account that was closed, or the one that its owner found on taking it back, at that ISO time. */
    'picture.withdraw': { ownerId: string; before?: string }
  }
}

/** To be added in the transaction that deletes the row. */
export const eraseJob = (blobKey: string): JobOf<'picture.erase'> => ({ task: 'picture.erase', payload: { blobKey } })

/** Takes a picture away without its owner; does nothing where there is none. */
const withdrawPicture = (services: Services, { ownerId, before }: Tasks['picture.withdraw']): Promise<void> =>
  transaction(services.db, 'withdraw a picture', async (trx) => {
    await lockAccount(trx, services.keys, ownerId)
    const blobKeys = await deletePictures(trx, ownerId, before === undefined ? null : new Date(before))
    if (blobKeys.length === 0) return
    await updateAccount(services, trx, ownerId, { imageFileId: null }, ['imgUrl'])
    await services.jobs.add(trx, ...blobKeys.map(eraseJob))
    await audit(trx, {
      actor: { kind: 'system', id: 'picture-withdrawal' },
      action: 'picture.removed',
      object: { type: 'user', id: ownerId },
      result: 'done',
    })
  })

export const profileTasks = (services: Services) =>
  ({
    'picture.erase': ({ blobKey }) => services.blobs.delete(blobKey),
    'picture.withdraw': (payload) => withdrawPicture(services, payload),
  }) satisfies TaskHandlers
