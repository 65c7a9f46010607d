import { lockAccount } from '#features/accounts/index.ts'
import { audit } from '#platform/audit.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { Services } from '#platform/services.ts'
import { settleAppeal } from './appeals-store.ts'
import { withdrawn } from './kyc-rules.ts'
import { endOpenReviews, listItems, saveItem } from './kyc-store.ts'

/**
 * Takes back an identity check that someone other than the owner of the account may have gone through: its open reviews end,
 * its appeal too, its uploads can be submitted again. The claim on the document stays, so that it opens no second account.
 */
export const withdrawIdentity = (services: Services, { ownerId }: { ownerId: string }): Promise<void> =>
  transaction(services.db, 'withdraw an identity check', async (trx) => {
    const at = services.clock.now()
    await lockAccount(trx, services.keys, ownerId)
    await endOpenReviews(trx, ownerId, at)
    await settleAppeal(trx, ownerId)
    const before = await listItems(trx, ownerId)
    const items = before.map(withdrawn)
    for (const [index, item] of items.entries())
      await saveItem(trx, ownerId, item, before[index]?.status ?? item.status, at)
    await services.live.publish(trx, { ownerId, event: 'kyc', data: {} }, { ownerId, event: 'limits', data: {} })
    await audit(trx, {
      actor: { kind: 'system', id: 'password-reset' },
      action: 'kyc.withdrawn',
      object: { type: 'user', id: ownerId },
      result: 'done',
    })
  })
