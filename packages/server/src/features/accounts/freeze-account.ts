/**
 * Freezing one account. A frozen account can be read and still receives; nothing leaves it, which the parties participant
 * decides again in every batch. Its sessions stay open, so that its owner can see why, and end it. A send whose batch was
 * being written at that very moment counts as sent before it.
 */
import type { FreezeCause, FreezeReason } from '@puente/contract'
import type { Db, Trx } from '#platform/db/database.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { Live } from '#platform/live/live.ts'
import { deleteFreezes, insertFreeze, listFreezes, lockStatus, updateStatus } from './freezes-store.ts'

declare module '#platform/events.ts' {
  interface Events {
    /** Somebody else may have acted in it: its owner disowned a change, or operators have to find out whose it is. */
    'account.in-doubt': { ownerId: string }
    /** Nothing keeps the account frozen any more. */
    'account.unfrozen': { ownerId: string }
  }
}

type Freezing = { live: Pick<Live, 'publish'> }

/** Whom (bare uuid) and when. */
type Act = { ownerId: string; at: Date }

/** Causes that the owner can end with a proof; what an operator has frozen an operator ends. */
export const OWN_CAUSES = ['person', 'lostDevice', 'notMe'] as const satisfies readonly FreezeCause[]

/**
 * Freezes within the caller's transaction, whose line of audit is the caller's, and tells the person's screens (`me`, field
 * `status`). Each cause is ended on its own. False when nothing changed: frozen for this cause before, or closed.
 */
export const freezeAccount = async (
  { live }: Freezing,
  trx: Trx,
  { ownerId, at, cause, publicReason = null }: Act & { cause: FreezeCause; publicReason?: FreezeReason | null },
): Promise<boolean> => {
  const status = await lockStatus(trx, ownerId)
  if (status === 'closed' || !(await insertFreeze(trx, ownerId, { cause, publicReason, frozenAt: at }))) return false
  await updateStatus(trx, ownerId, 'frozen', at)
  await live.publish(trx, { ownerId, event: 'me', data: { fields: ['status'] } })
  return true
}

/**
 * Whether operators have yet to find out whose the account is: they froze it for that, or somebody disowned a change ("this wasn't me") of
 * an account that only they open again. Until then neither a session nor a mailbox is the owner's, and nothing changes who controls it.
 */
export const isOwnerInDoubt = async (db: Db, ownerId: string): Promise<boolean> => {
  const freezes = await listFreezes(db, ownerId)
  const byOperator = freezes.find(({ cause }) => cause === 'operator')
  if (!byOperator) return false
  return byOperator.publicReason === 'identityDoubt' || freezes.some(({ cause }) => cause === 'notMe')
}

/** Refuses with `accountRestricted` where it is in doubt whose the account is; for what changes who controls it by a mailed link or another service. */
export const requireSureOwner = async (db: Db, ownerId: string): Promise<void> => {
  if (await isOwnerInDoubt(db, ownerId)) throw new Refusal('accountRestricted', { reason: 'ownerInDoubt' })
}

/** Ends the freezes of these causes. The account is open again once no cause is left; answers whether it is. */
export const unfreezeAccount = async (
  { live }: Freezing,
  trx: Trx,
  { ownerId, at, causes }: Act & { causes: readonly FreezeCause[] },
): Promise<boolean> => {
  const status = await lockStatus(trx, ownerId)
  const hasEnded = await deleteFreezes(trx, ownerId, causes)
  const isOpen = status === 'open' || (status === 'frozen' && (await listFreezes(trx, ownerId)).length === 0)
  if (!hasEnded) return isOpen
  if (isOpen) await updateStatus(trx, ownerId, 'open', at)
  await live.publish(trx, { ownerId, event: 'me', data: { fields: ['status'] } })
  return isOpen
}
