import type { NoticeVariant } from '@puente/contract'
import { type Account, setTier } from '#features/accounts/index.ts'
import type { Trx } from '#platform/db/database.ts'
import type { Services } from '#platform/services.ts'
import { listItems } from './kyc-store.ts'
import { personOf } from './submit-review.ts'
import { tierOf } from './tier-rules.ts'

/** What is news to the person whose identity check it is. */
export type KycNews = NoticeVariant<'kyc'>

declare module '#platform/events.ts' {
  interface Events {
    /** The person has proved who they are, and has tier 1. */
    'kyc.approved': { ownerId: string }
    /** The identity check of a person has moved on. */
    'kyc.moved': { ownerId: string; to: KycNews }
  }
}

/**
 * Gives the person the tier that their uploads come to, and tells every open page. Whatever changes an upload calls it in its
 * own transaction, under the lock on the person's row: the tier changes here and nowhere else.
 */
export const settleTier = async (
  services: Services,
  trx: Trx,
  account: Pick<Account, 'id' | 'tier' | 'nameBirthAt' | 'isBusiness'>,
): Promise<number> => {
  const { id: ownerId, tier: before } = account
  const tier = tierOf(await listItems(trx, ownerId), personOf(account), services.clock.now())
  if (tier !== before) await setTier(services, trx, ownerId, tier)
  await services.live.publish(trx, { ownerId, event: 'kyc', data: {} }, { ownerId, event: 'limits', data: {} })
  if (before < 1 && tier >= 1) await services.events.record(trx, { event: 'kyc.approved', data: { ownerId } })
  return tier
}
