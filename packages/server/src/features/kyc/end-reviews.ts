import { lockAccount } from '#features/accounts/index.ts'
import { audit } from '#platform/audit.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { Services } from '#platform/services.ts'
import { settleAppeal } from './appeals-store.ts'
import { endOpenReviews, listItems, saveItem } from './kyc-store.ts'

/** The account is closed, and what was handed in is no longer looked at. Its open reviews end as denied, and so does what they are about. */
export const endReviews = (services: Services, { ownerId }: { ownerId: string }): Promise<void> =>
  transaction(services.db, 'end the reviews of a closed account', async (trx) => {
    const at = services.clock.now()
    await lockAccount(trx, services.keys, ownerId)
    await settleAppeal(trx, ownerId)
    if (!(await endOpenReviews(trx, ownerId, at))) return
    for (const item of await listItems(trx, ownerId))
      if (item.status === 'inReview')
        await saveItem(trx, ownerId, { ...item, status: 'Denied', reason: 'other', isFresh: false }, item.status, at)
    await audit(trx, {
      actor: { kind: 'system', id: 'account-closing' },
      action: 'kyc.ended',
      object: { type: 'user', id: ownerId },
      result: 'done',
    })
  })
