import { itemOf } from './kyc-rules.ts'
import { listItems, saveItem } from './kyc-store.ts'
import { type ActOutcome, noteAct, type OperatorAct } from './operator-act.ts'
import { settleTier } from './settle-tier.ts'
import { tellOwner } from './tell-owner.ts'

/** A reviewer wants a video, or a proof of address that was never handed in; the person is told by mail. */
export const askForUpload = async (act: OperatorAct, type: 'video' | 'invoice'): Promise<ActOutcome> => {
  const { services, trx, account } = act
  const item = itemOf(await listItems(trx, account.id), type)
  if (item.status !== 'neverRequested' || account.tier < 1) return 'notNow'
  await saveItem(trx, account.id, { ...item, status: 'requested' }, item.status, services.clock.now())
  await settleTier(services, trx, account)
  await tellOwner(services, trx, account, type === 'video' ? 'kycVideoAsked' : 'kycAddressAsked')
  await noteAct(act, 'kyc-upload.asked', { type })
  return 'done'
}
