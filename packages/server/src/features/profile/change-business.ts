import type { Input, Output } from '@puente/contract'
import { lockAccount, updateAccount } from '#features/accounts/index.ts'
import { isUnderReview } from '#features/kyc/index.ts'
import { audit } from '#platform/audit.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { businessOut } from './business-out.ts'
import { businessRefusal } from './profile-rules.ts'

/**
 * Sets name, EIN and kind of a business; from then on others see its name. Refuses with `invalidRole`: a person, and a business
 * whose data the identity check has looked at or is looking at. What stays as it is always may be sent again.
 */
export const changeBusiness = (
  ctx: UserCtx,
  { businessName: name, ein, kind }: Input<'businessProfile'>,
): Promise<Output<'businessProfile'>> =>
  transaction(ctx.db, 'change business', async (trx) => {
    const before = await lockAccount(trx, ctx.keys, ctx.user.id)
    const { business: now } = before
    if (now && now.name === name && now.ein === ein && now.kind === kind) return { business: businessOut(before) }
    const reason = businessRefusal({ ...before, isUnderReview: await isUnderReview(trx, before.id) })
    if (reason) throw new Refusal('invalidRole', { reason })
    const after = await updateAccount(ctx, trx, before.id, { business: { name, ein, kind } }, ['businessProfile'])
    const fields = { businessName: now?.name !== name, ein: now?.ein !== ein, kind: now?.kind !== kind }
    await audit(trx, {
      actor: { kind: 'user', id: before.id, sessionId: ctx.user.sessionId },
      action: 'business.changed',
      result: 'done',
      network: ctx.network,
      requestId: ctx.requestId,
      details: {
        fields: Object.entries(fields)
          .flatMap(([field, isNew]) => (isNew ? [field] : []))
          .join(','),
      },
    })
    return { business: businessOut(after) }
  })
