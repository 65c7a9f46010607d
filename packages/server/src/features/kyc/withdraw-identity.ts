import { lockAccount } from '#features/accounts/index.ts'
import { audit } from '#platform/audit.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { Services } from '#platform/services.ts'
import { settleAppeal } from './appeals-store.ts'
import { neverHandedIn, tierOfType } from './kyc-rules.ts'
import { endOpenReviews, listItems, listTypesBefore, saveItem } from './kyc-store.ts'
import { settleTier } from './settle-tier.ts'

/**
 * Takes back what someone other than the owner of the account may have gone through of an identity check, until its owner took the
 * account back (`before`, ISO): its uploads are as never handed in, and its open reviews and its appeal end, also a review that has
 * something of its owner's in it. The claim on the document stays, so that it opens no second account. Safe to run again.
 */
export const withdrawIdentity = (
  services: Services,
  { ownerId, before }: { ownerId: string; before: string },
): Promise<void> =>
  transaction(services.db, 'withdraw an identity check', async (trx) => {
    const reclaimedAt = new Date(before)
    const account = await lockAccount(trx, services.keys, ownerId)
    const items = await listItems(trx, ownerId)
    const types = await listTypesBefore(trx, ownerId, reclaimedAt)
    const isOlder = ({ type }: (typeof items)[number]) => types.has(type)
    const tiers = new Set(
      items.filter((item) => isOlder(item) && item.status === 'inReview').map(({ type }) => tierOfType(type)),
    )
    await endOpenReviews(trx, ownerId, services.clock.now(), { until: reclaimedAt, tiers: [...tiers] })
    await settleAppeal(trx, ownerId, reclaimedAt)
    for (const item of items)
      if (isOlder(item) || (item.status === 'inReview' && tiers.has(tierOfType(item.type))))
        // Dated as the taking back is, which its history begins after.
        await saveItem(trx, ownerId, neverHandedIn(item.type), item.status, reclaimedAt)
    await settleTier(services, trx, account)
    await audit(trx, {
      actor: { kind: 'system', id: 'password-reset' },
      action: 'kyc.withdrawn',
      object: { type: 'user', id: ownerId },
      result: 'done',
    })
  })
