import type { KycReason, KycType } from '@puente/contract'
import { freezeAccount } from '#features/accounts/index.ts'
import { settleAppeal } from './appeals-store.ts'
import { canAppeal, itemOf } from './kyc-rules.ts'
import { canMove } from './kyc-states.ts'
import { listItems, saveItem } from './kyc-store.ts'
import { type ActOutcome, noteAct, type OperatorAct } from './operator-act.ts'
import { settleTier } from './settle-tier.ts'
import { tellOwner } from './tell-owner.ts'

/**
 * Takes an approval back, after a hit in a screening or a fraud: the tier falls with it, and the account is frozen until an
 * operator ends that. The person learns that it happened, and that they can object; never what was found.
 */
export const revokeApproval = async (
  act: OperatorAct,
  { type, reason }: { type: KycType; reason: KycReason },
): Promise<ActOutcome> => {
  const { services, trx, account } = act
  const at = services.clock.now()
  const items = await listItems(trx, account.id)
  const item = itemOf(items, type)
  if (item.status !== 'Approved' || !canMove(item.status, 'Denied')) return 'notNow'
  await saveItem(trx, account.id, { ...item, status: 'Denied', reason, expiresOn: null }, item.status, at)
  if (!canAppeal(items)) await settleAppeal(trx, account.id)
  await freezeAccount(services, trx, { ownerId: account.id, at, cause: 'operator', publicReason: 'identityDoubt' })
  await services.events.record(trx, { event: 'account.in-doubt', data: { ownerId: account.id } })
  await settleTier(services, trx, account)
  await tellOwner(services, trx, account, 'kycRevoked')
  await noteAct(act, 'kyc-approval.revoked', { type, reason })
  return 'done'
}
