import type { Input } from '@puente/contract'
import { audit } from '#platform/audit.ts'
import type { Trx } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { PublicCtx } from '#platform/http/ctx.ts'
import { newId } from '#platform/ids.ts'
import { freezeAccount, getAccount, mailToOwner } from '#features/accounts/index.ts'
import { forgetBrowsers } from '#features/factors/index.ts'
import { recordSecurityEvent } from '#features/security-log/index.ts'
import { closeAllSessions, endSignInTokens, forgetKnownBrowsers } from '#features/sessions/index.ts'
import { judgeCode, type Refused } from './code-rules.ts'
import { endCode, endCodes, lockCodeOfLink, type StoredCode, useCode } from './codes-store.ts'
import { refusedCode } from './refused-code.ts'

/** Freezes, and ends whatever a thief may have open or under way. Tells the address of today and the one of the notice. */
const freeze = async (ctx: PublicCtx, trx: Trx, { ownerId, address }: StoredCode): Promise<void> => {
  const at = ctx.clock.now()
  await endSignInTokens(trx, ownerId, at)
  await freezeAccount(ctx, trx, { ownerId, at, cause: 'notMe' })
  await closeAllSessions(trx, ownerId, 'revoked', at)
  await forgetBrowsers(trx, ownerId)
  await forgetKnownBrowsers(trx, ownerId, null)
  for (const purpose of ['notMe', 'emailChange', 'phoneChange'] as const) await endCodes(trx, ownerId, purpose, at)
  const account = await getAccount(trx, ctx.keys, ownerId)
  const link = `${ctx.config.publicUrl}/reset-password`
  for (const email of new Set([account.email, address])) {
    const mail = { template: 'frozenByNotice', ref: newId(), params: { link } } as const
    await ctx.jobs.add(trx, mailToOwner(ctx, { ...account, email }, mail))
  }
  await recordSecurityEvent(trx, ctx, ownerId, 'accountFrozen')
  await audit(trx, {
    actor: { kind: 'anonymous' },
    action: 'account.frozen',
    object: { type: 'account', id: ownerId },
    result: 'done',
    network: ctx.network,
    requestId: ctx.requestId,
    details: { cause: 'notMe' },
  })
}

/** The person whose account was frozen, or why the link is refused. */
const follow = async (ctx: PublicCtx, trx: Trx, token: string): Promise<{ ownerId: string } | Refused> => {
  const at = ctx.clock.now()
  const code = await lockCodeOfLink(trx, ctx.keys, token, 'notMe')
  const verdict = judgeCode(code, true, at)
  if (code && verdict === 'expired') await endCode(trx, code, at)
  if (!code || verdict !== 'right') return verdict === 'right' ? 'none' : verdict
  await useCode(trx, code, at)
  await freeze(ctx, trx, code)
  return { ownerId: code.ownerId }
}

/**
 * "This wasn't me", by the link of a notice about a change: freezes the account, logs everyone out, and ends changes that
 * wait for their code. The link works once, within seven days; using one ends the others. Refuses in the words of the email
 * calls.
 */
export const notMe = async (ctx: PublicCtx, { token }: Input<'notMe'>) => {
  const outcome = await transaction(ctx.db, 'not me', (trx) => follow(ctx, trx, token))
  if (typeof outcome === 'string') throw refusedCode(outcome, true)
  ctx.live.wake([outcome.ownerId])
  return { frozen: true as const }
}
