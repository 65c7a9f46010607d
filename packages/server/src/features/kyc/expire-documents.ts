/**
 * Documents run out. The day after its last one a document is `Expired`, and its owner is told how long the tier still lasts;
 * when that is over without a new document, the tier falls and the owner is told that as well.
 */
import { lockAccount } from '#features/accounts/index.ts'
import { audit } from '#platform/audit.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { Services } from '#platform/services.ts'
import { listItems, listNoticesOver, listRunOut, saveItem } from './kyc-store.ts'
import { settleTier } from './settle-tier.ts'
import { tellOwner } from './tell-owner.ts'
import { hasRunOut, isNoticeOver, runOut } from './tier-rules.ts'

const AT_A_TIME = 100

const isoDay = (at: Date): string => at.toISOString().slice(0, 10)

const note = (ownerId: string, action: 'kyc.expired' | 'kyc.lapsed') =>
  ({
    actor: { kind: 'system', id: 'kyc-expiry' },
    action,
    object: { type: 'user', id: ownerId },
    result: 'done',
  }) as const

const expire = (services: Services, ownerId: string, at: Date): Promise<void> =>
  transaction(services.db, 'a document runs out', async (trx) => {
    const account = await lockAccount(trx, services.keys, ownerId)
    for (const item of await listItems(trx, ownerId)) {
      if (!hasRunOut(item, isoDay(at))) continue
      const expired = runOut(item, at)
      await saveItem(trx, ownerId, expired, item.status, at)
      await audit(trx, note(ownerId, 'kyc.expired'))
      if (expired.noticeEndsAt)
        await tellOwner(services, trx, account, 'kycRunOut', { date: isoDay(expired.noticeEndsAt) })
    }
    await settleTier(services, trx, account)
  })

const lapse = (services: Services, ownerId: string, at: Date): Promise<void> =>
  transaction(services.db, 'a notice ends', async (trx) => {
    const account = await lockAccount(trx, services.keys, ownerId)
    for (const item of await listItems(trx, ownerId)) {
      if (isNoticeOver(item, at)) await saveItem(trx, ownerId, { ...item, noticeEndsAt: null }, item.status, at)
    }
    const tier = await settleTier(services, trx, account)
    if (tier === account.tier) return
    await audit(trx, note(ownerId, 'kyc.lapsed'))
    await tellOwner(services, trx, account, 'kycLapsed')
  })

/** Everyone who is due; each in a transaction of their own, so that a repeat goes on where it broke off. */
export const expireDocuments = async (services: Services): Promise<void> => {
  const { db, clock } = services
  const at = clock.now()
  for (;;) {
    const [run, over] = await Promise.all([listRunOut(db, isoDay(at), AT_A_TIME), listNoticesOver(db, at, AT_A_TIME)])
    for (const ownerId of new Set(run)) await expire(services, ownerId, at)
    for (const ownerId of new Set(over)) await lapse(services, ownerId, at)
    if (run.length < AT_A_TIME && over.length < AT_A_TIME) return
  }
}
