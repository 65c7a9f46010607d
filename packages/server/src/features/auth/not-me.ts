import type { Input, SecurityEvent } from '@puente/contract'
import { audit } from '#platform/audit.ts'
import type { Trx } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { PublicCtx } from '#platform/http/ctx.ts'
import { newId } from '#platform/ids.ts'
import { freezeAccount, listFreezes, lockAccount, mailToOwner } from '#features/accounts/index.ts'
import { forgetBrowsers } from '#features/factors/index.ts'
import { hasHappened, recordSecurityEvent } from '#features/security-log/index.ts'
import { closeAllSessions, endSignInTokens, forgetKnownBrowsers } from '#features/sessions/index.ts'
import { CODE_LIFE_MS, judgeCode, type Refused } from './code-rules.ts'
import { endCode, endCodes, endCodesSince, lockCodeOfLink, type StoredCode, useCode } from './codes-store.ts'
import { refusedCode } from './refused-code.ts'
import { takeEmailBack } from './take-email-back.ts'

/** What gives a person another way to prove that the account is theirs. */
const NEW_WAYS = [
  'emailConfirmed',
  'emailChanged',
  'phoneConfirmed',
  'phoneChanged',
  'passkeyAdded',
  'totpAdded',
  'totpReplaced',
  'recoveryCodesRenewed',
  'socialLinked',
] as const satisfies readonly SecurityEvent[]

type Done = { ownerId: string; emailPutBack: boolean; review: boolean }

/**
 * Freezes, ends whatever a thief may have open or under way, and puts back the address that they changed. Where a way to
 * prove who owns the account is new (twice as old as the link may be, or less), neither that nor the old mailbox proves an owner: only
 * an operator opens the account again, as where one has frozen it, and until then nothing changes who controls it. Tells the address the account had and the one of the notice;
 * one that is taken off learns only that.
 */
const freeze = async (ctx: PublicCtx, trx: Trx, code: StoredCode): Promise<Done> => {
  const { ownerId, address } = code
  const at = ctx.clock.now()
  await endSignInTokens(trx, ownerId, at)
  await freezeAccount(ctx, trx, { ownerId, at, cause: 'notMe' })
  await closeAllSessions(trx, ownerId, 'notMe', at)
  await forgetBrowsers(trx, ownerId)
  await forgetKnownBrowsers(trx, ownerId, null)
  for (const purpose of ['emailChange', 'phoneChange'] as const) await endCodes(trx, ownerId, purpose, at)
  // Those of notices before it stay: a thief who has an address in between must not end the link of the first.
  await endCodesSince(trx, code, at)
  const before = await lockAccount(trx, ctx.keys, ownerId)
  const isByOperator = (await listFreezes(trx, ownerId)).some(({ cause }) => cause === 'operator')
  const since = new Date(at.getTime() - 2 * CODE_LIFE_MS.notMe)
  const review = isByOperator || (await hasHappened(trx, ownerId, { events: NEW_WAYS, since }))
  if (review) {
    await freezeAccount(ctx, trx, { ownerId, at, cause: 'operator', publicReason: 'identityDoubt' })
    await endCodes(trx, ownerId, 'passwordReset', at)
  }
  const account = before.email === address ? before : await takeEmailBack(ctx, trx, before, address)
  const emailPutBack = account.email !== before.email
  const template = emailPutBack ? 'emailPutBack' : review ? 'frozenForReview' : 'frozenByNotice'
  // No link to a new password is mailed while operators find out whose the account is.
  const link = review ? ctx.config.publicUrl : `${ctx.config.publicUrl}/reset-password`
  const told = { template, params: { link } } as const
  await ctx.jobs.add(trx, mailToOwner(ctx, { ...account, email: address }, { ...told, ref: newId() }))
  if (before.email !== address) {
    // The holder of an address that was just taken off is not greeted as the owner.
    const theirs = emailPutBack ? { ...before, emailVerified: false } : before
    const order = emailPutBack ? ({ template: 'emailTakenOff', params: {} } as const) : told
    await ctx.jobs.add(trx, mailToOwner(ctx, theirs, { ...order, ref: newId() }))
  }
  await ctx.events.record(trx, { event: 'account.in-doubt', data: { ownerId } })
  await recordSecurityEvent(trx, ctx, ownerId, 'accountFrozen')
  await audit(trx, {
    actor: { kind: 'anonymous' },
    action: 'account.frozen',
    object: { type: 'account', id: ownerId },
    result: 'done',
    network: ctx.network,
    requestId: ctx.requestId,
    details: { cause: 'notMe', review },
  })
  return { ownerId, emailPutBack, review }
}

/** The link's code if it is still good, else why it is not. */
const findLink = async (ctx: PublicCtx, trx: Trx, token: string): Promise<StoredCode | Refused> => {
  const at = ctx.clock.now()
  const link = await lockCodeOfLink(trx, ctx.keys, token, 'notMe')
  const verdict = judgeCode(link?.code, true, at)
  if (link && verdict === 'expired') await endCode(trx, link.code, at)
  if (!link || verdict !== 'right') return verdict === 'right' ? 'none' : verdict
  return link.account.status === 'closed' ? 'none' : link.code
}

/** Whose account was frozen and what came of its address, or why the link is refused. */
const follow = async (ctx: PublicCtx, trx: Trx, token: string): Promise<Done | Refused> => {
  const code = await findLink(ctx, trx, token)
  if (typeof code === 'string') return code
  await useCode(trx, code, ctx.clock.now())
  return freeze(ctx, trx, code)
}

/** Whether the link would still freeze the account, so that nobody is offered that for nothing. Refuses as `notMe` does. */
export const checkNotMe = async (ctx: PublicCtx, { token }: Input<'checkNotMe'>) => {
  // That the link is over must be kept, so it is refused only after the commit.
  const found = await transaction(ctx.db, 'look at not-me link', (trx) => findLink(ctx, trx, token))
  if (typeof found === 'string') throw refusedCode(found, true)
  return {}
}

/**
 * "This wasn't me", by the link of a notice about a change: freezes the account, logs everyone out, ends changes that wait for
 * their code, and puts back the address that the notice went to, if the account has another one now. `review`: an operator
 * opens the account again, since a way to prove who owns it is new, or operators have frozen it. The link works once,
 * within seven days; using one ends those of later notices. Refuses in the words of the email calls.
 */
export const notMe = async (ctx: PublicCtx, { token }: Input<'notMe'>) => {
  const outcome = await transaction(ctx.db, 'not me', (trx) => follow(ctx, trx, token))
  if (typeof outcome === 'string') throw refusedCode(outcome, true)
  ctx.live.wake([outcome.ownerId])
  return { frozen: true as const, emailPutBack: outcome.emailPutBack, review: outcome.review }
}
