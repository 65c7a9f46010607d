/**
 * Freezing one person's account takes one operator: it is quick, it takes nothing away, and it shows its owner a reason. So does
 * ending it; what the owner has frozen beside it stays frozen.
 */
import { ACCESS_REASONS, type AccessReason, FREEZE_REASONS, type FreezeReason } from '@puente/contract'
import { freezeAccount, listFreezes, recordAccess, unfreezeAccount } from '#features/accounts/index.ts'
import { audit } from '#platform/audit.ts'
import { systemClock } from '#platform/clock.ts'
import { databaseNow } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import { insertAct } from './account-acts-store.ts'
import { findOwner } from './adjustments-store.ts'
import { consoleLive } from './console-live.ts'
import { OperatorRefused } from './operator-refused.ts'
import { requireOperator } from './require-operator.ts'
import type { OperatorContext, OperatorCredentials } from './require-operator.ts'

/** `reference` is the number of the case. */
export type AskedAct = { handle: string; reason: string; reference: string }

/** Whose handle it is. */
export const requireOwner = async (ctx: OperatorContext, handle: string): Promise<string> => {
  const ownerId = await findOwner(ctx.db, handle)
  if (!ownerId) throw new OperatorRefused(`No person has the handle ${handle}`)
  return ownerId
}

const publicReasonOf = (reason: string): FreezeReason => {
  const known = FREEZE_REASONS.find((one) => one === reason)
  if (!known) throw new OperatorRefused(`The reason is one of ${FREEZE_REASONS.join(', ')}`)
  return known
}

/** The reason why the owner's access log says an operator acted. */
export const whyOf = (text: string): AccessReason => {
  const known = ACCESS_REASONS.find((one) => one === text)
  if (!known) throw new OperatorRefused(`Why is one of ${ACCESS_REASONS.join(', ')}`)
  return known
}

export const freezeAccountByOperator = async (
  ctx: OperatorContext,
  credentials: OperatorCredentials,
  { handle, reason, reference }: AskedAct,
): Promise<void> => {
  const operator = await requireOperator(ctx, credentials)
  const publicReason = publicReasonOf(reason)
  const ownerId = await requireOwner(ctx, handle)
  const at = await databaseNow(ctx.db, systemClock)
  await transaction(ctx.db, 'freeze an account', async (trx) => {
    if (!(await freezeAccount({ live: consoleLive }, trx, { ownerId, at, cause: 'operator', publicReason })))
      throw new OperatorRefused('An operator has frozen this account already')
    const why = publicReason === 'legalOrder' ? 'legalOrder' : 'fraudCheck'
    await recordAccess(trx, { ownerId, role: 'operator', what: 'freeze', why, reference, at })
    await insertAct(trx, { ownerId, act: 'frozen' }, at)
    await audit(trx, {
      actor: { kind: 'operator', id: operator },
      action: 'account.frozen',
      object: { type: 'account', id: ownerId },
      result: 'done',
      details: { cause: 'operator', publicReason, reference },
    })
  })
}

/** Answers whether the account is open again: its owner may have frozen it too. */
export const unfreezeAccountByOperator = async (
  ctx: OperatorContext,
  credentials: OperatorCredentials,
  { handle, reason, reference }: AskedAct,
): Promise<boolean> => {
  const operator = await requireOperator(ctx, credentials)
  const why = whyOf(reason)
  const ownerId = await requireOwner(ctx, handle)
  const at = await databaseNow(ctx.db, systemClock)
  return transaction(ctx.db, 'unfreeze an account', async (trx) => {
    if (!(await listFreezes(trx, ownerId)).some(({ cause }) => cause === 'operator'))
      throw new OperatorRefused('No operator has frozen this account')
    const isOpen = await unfreezeAccount({ live: consoleLive }, trx, { ownerId, at, causes: ['operator'] })
    await recordAccess(trx, { ownerId, role: 'operator', what: 'unfreeze', why, reference, at })
    await insertAct(trx, { ownerId, act: 'unfrozen' }, at)
    await audit(trx, {
      actor: { kind: 'operator', id: operator },
      action: 'account.unfrozen',
      object: { type: 'account', id: ownerId },
      result: 'done',
      details: { cause: 'operator', isOpen, why, reference },
    })
    return isOpen
  })
}
