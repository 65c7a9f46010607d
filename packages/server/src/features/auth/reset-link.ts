/** The link of a reset mail, and why it is no longer good. */
import type { Trx } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { PublicCtx } from '#platform/http/ctx.ts'
import { type Account, requireSureOwner } from '#features/accounts/index.ts'
import { judgeCode, type Refused } from './code-rules.ts'
import { endCode, lockCodeOfLink, type StoredCode } from './codes-store.ts'
import { refusedCode } from './refused-code.ts'

type ResetLink = { account: Account; code: StoredCode }

/** The link's code and account, both locked, if it is still good and that is not closed, else why it is not; refuses with `accountRestricted` where its holder may not be the owner. */
export const findResetLink = async (ctx: PublicCtx, trx: Trx, token: string): Promise<ResetLink | Refused> => {
  const at = ctx.clock.now()
  const link = await lockCodeOfLink(trx, ctx.keys, token, 'passwordReset')
  const verdict = judgeCode(link?.code, true, at)
  if (link && verdict === 'right') {
    if (link.account.status === 'closed') return 'none'
    await requireSureOwner(trx, link.account.id)
    return link
  }
  if (link && verdict === 'expired') await endCode(trx, link.code, at)
  return verdict === 'right' ? 'none' : verdict
}

/** Refuses in the words of the email calls. */
export const requireResetLink = (found: ResetLink | Refused): ResetLink => {
  if (typeof found === 'string') throw refusedCode(found, true)
  return found
}

/** Reads it and uses nothing up. That the link is over must be kept, so it is refused only after the commit. */
export const readResetLink = async (ctx: PublicCtx, token: string): Promise<ResetLink> =>
  requireResetLink(await transaction(ctx.db, 'look at reset link', (trx) => findResetLink(ctx, trx, token)))
