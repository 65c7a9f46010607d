import { audit } from '#platform/audit.ts'
import type { Trx } from '#platform/db/database.ts'
import type { PublicCtx } from '#platform/http/ctx.ts'
import {
  type Account,
  claimOf,
  findClaimant,
  lockAccount,
  releaseClaim,
  startCooling,
  takeClaim,
  updateAccount,
} from '#features/accounts/index.ts'
import { recordSecurityEvent } from '#features/security-log/index.ts'
import { endCodes } from './codes-store.ts'

/** Releases an address that an account claimed without ever proving it: anyone can sign up with another person's address. */
const freeUnproved = async (ctx: PublicCtx, trx: Trx, claim: string): Promise<void> => {
  const holder = await findClaimant(trx, 'email', claim)
  const account = holder === null ? null : await lockAccount(trx, ctx.keys, holder)
  if (!account || account.emailVerified) return
  await releaseClaim(trx, 'email', claim, account.id)
  await endCodes(trx, account.id, 'email', ctx.clock.now())
}

/**
 * Puts the address back that a notice went to, when the account has had another one since: otherwise our mail would go only to the
 * person who changed it. An address that another account has taken and proved since is not put back.
 * Answers the account as it is then.
 */
export const takeEmailBack = async (ctx: PublicCtx, trx: Trx, account: Account, email: string): Promise<Account> => {
  const { id } = account
  const at = ctx.clock.now()
  const claim = claimOf(ctx.keys, 'email', email)
  await freeUnproved(ctx, trx, claim)
  if (!(await takeClaim(trx, 'email', claim, id))) return account
  await releaseClaim(trx, 'email', claimOf(ctx.keys, 'email', account.email), id)
  // Links that the other mailbox holds open nothing any more.
  await endCodes(trx, id, 'email', at)
  await endCodes(trx, id, 'passwordReset', at)
  await startCooling(trx, id, 'emailChanged', at)
  await recordSecurityEvent(trx, ctx, id, 'emailChanged')
  await audit(trx, {
    actor: { kind: 'anonymous' },
    action: 'email.changed',
    object: { type: 'account', id },
    result: 'done',
    network: ctx.network,
    requestId: ctx.requestId,
    details: { cause: 'notMe' },
  })
  return updateAccount(ctx, trx, id, { email, emailVerifiedAt: at }, ['email'])
}
