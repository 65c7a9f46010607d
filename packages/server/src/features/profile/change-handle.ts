import { HANDLE_MAX, HandleIn, type Input, type Output } from '@puente/contract'
import {
  claimOf,
  findClaimant,
  getAccount,
  lockAccount,
  nameInHandle,
  takeClaim,
  updateAccount,
} from '#features/accounts/index.ts'
import { audit } from '#platform/audit.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { HANDLE_CHANGES } from './profile-rules.ts'

/**
 * Chooses the own username. The old one stays claimed by its person for good: whoever kept it must not pay somebody else
 * by it.
 */
export const changeHandle = (
  ctx: UserCtx,
  { publicTransactionId: handle }: Input<'changeHandle'>,
): Promise<Output<'changeHandle'>> =>
  transaction(ctx.db, 'change handle', async (trx) => {
    const person = await lockAccount(trx, ctx.keys, ctx.user.id)
    if (handle === person.handle) return { publicTransactionId: handle }
    const field = 'publicTransactionId'
    if (person.handleChanges >= HANDLE_CHANGES)
      throw new Refusal('fullNameChangesExceeded', { field, reason: 'username' })
    if (!(await takeClaim(trx, 'handle', claimOf(ctx.keys, 'handle', handle), person.id)))
      throw new Refusal('invalidName', { field, reason: 'taken' })
    const change = { handle, handleChanges: person.handleChanges + 1 }
    await updateAccount(ctx, trx, person.id, change, [field])
    await ctx.events.record(trx, { event: 'profile.changed', data: { ownerId: person.id, fields: [field] } })
    await audit(trx, {
      actor: { kind: 'user', id: person.id, sessionId: ctx.user.sessionId },
      action: 'handle.changed',
      result: 'done',
      network: ctx.network,
      requestId: ctx.requestId,
      details: { from: person.handle, to: handle },
    })
    return { publicTransactionId: handle }
  })

/** As many are tried as a name that many people share needs. */
const SUGGESTIONS = 20

/** A username made from the name, in plain letters: `kim.minsu`, or `kim.minsu2` when that is taken. */
export const suggestHandle = async (ctx: UserCtx): Promise<Output<'suggestHandle'>> => {
  const person = await getAccount(ctx.db, ctx.keys, ctx.user.id)
  const name = nameInHandle(person.fullName, HANDLE_MAX - 2)
  for (let n = 1; n <= SUGGESTIONS; n += 1) {
    const handle = n === 1 ? name : `${name}${n}`
    if (!HandleIn.safeParse(handle).success) continue
    if ((await findClaimant(ctx.db, 'handle', claimOf(ctx.keys, 'handle', handle))) === null)
      return { publicTransactionId: handle }
  }
  return { publicTransactionId: person.handle }
}
