import { deleteProductPictures, eraseJob } from '#features/profile/index.ts'
import { databaseNow } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { TaskHandlers, Tasks } from '#platform/jobs/tasks.ts'
import type { Services } from '#platform/services.ts'
import { deleteProductRows, listProductsOf } from './products-store.ts'

declare module '#platform/jobs/tasks.ts' {
  interface Tasks {
    /** The catalogue of an account that was closed, or what its owner found in it on taking it back, at that ISO time. */
    'products.withdraw': { ownerId: string; before?: string }
  }
}

/** Deletes a catalogue, with the pictures that no invoice shows; safe to run again. */
const withdraw = (services: Services, { ownerId, before }: Tasks['products.withdraw']): Promise<void> =>
  transaction(services.db, 'withdraw a catalogue', async (trx) => {
    const products = (await listProductsOf(trx, ownerId)).filter(
      ({ createdAt }) => before === undefined || createdAt <= new Date(before),
    )
    if (products.length === 0) return
    const ids = products.map(({ productId }) => productId)
    await deleteProductRows(trx, ownerId, ids, await databaseNow(trx, services.clock))
    const pictures = products.flatMap(({ imageFileId }) => imageFileId ?? [])
    await services.jobs.add(trx, ...(await deleteProductPictures(trx, ownerId, pictures)).map(eraseJob))
  })

export const productsTasks = (services: Services) =>
  ({ 'products.withdraw': (of) => withdraw(services, of) }) satisfies TaskHandlers
