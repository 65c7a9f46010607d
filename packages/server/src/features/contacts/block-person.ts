import { type Input, type Output, userId, uuidOf } from '@puente/contract'
import {
  claimOf,
  findClaimant,
  findPersonByHandle,
  hasAccount,
  listPeople,
  requireContacts,
} from '#features/accounts/index.ts'
import { audit } from '#platform/audit.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { deleteBlock, insertBlock, listBlocks } from './blocks-store.ts'

/** Everyone the caller has blocked, the latest first. */
export const listBlocked = async (ctx: UserCtx): Promise<Output<'blocked'>> => {
  const blocks = await listBlocks(ctx.db, ctx.user.id)
  const people = await listPeople(
    ctx.db,
    blocks.map(({ blockedId }) => blockedId),
  )
  return {
    items: blocks.map(({ blockedId, blockedAt }) => {
      const person = people.find(({ id }) => id === blockedId)
      return {
        id: userId(blockedId),
        fullName: person?.fullName ?? null,
        publicTransactionId: person?.handle ?? null,
        blockedAt: blockedAt.toISOString(),
      }
    }),
  }
}

/** Whom the id or username names, also one whose account is closed; `userNotFound` when nobody. */
const requireSomebody = async ({ db, keys }: UserCtx, named: string): Promise<string> => {
  const id = uuidOf(named, 'usr')
  if (id !== null) {
    if (!(await hasAccount(db, id))) throw new Refusal('userNotFound', { field: 'userId' })
    return id
  }
  const found =
    (await findPersonByHandle(db, named))?.id ?? (await findClaimant(db, 'handle', claimOf(keys, 'handle', named)))
  if (found === null) throw new Refusal('userNotFound', { field: 'userId' })
  return found
}

/** Writes the change with its line of audit, and has the person's own screens read everything again; the other side is told nothing. */
const written = async (
  ctx: UserCtx,
  blockedId: string,
  action: 'contact.blocked' | 'contact.unblocked',
): Promise<Output<'blocked'>> => {
  const ownerId = ctx.user.id
  await transaction(ctx.db, action, async (trx) => {
    const at = ctx.clock.now()
    const isNews =
      action === 'contact.blocked'
        ? await insertBlock(trx, { ownerId, blockedId, at })
        : await deleteBlock(trx, ownerId, blockedId)
    if (!isNews) return
    await ctx.live.publish(trx, { ownerId, event: 'reset', data: {} })
    await audit(trx, {
      actor: { kind: 'user', id: ownerId, sessionId: ctx.user.sessionId },
      action,
      object: { type: 'user', id: blockedId },
      result: 'done',
      network: ctx.network,
      requestId: ctx.requestId,
    })
  })
  return listBlocked(ctx)
}

/** Blocks a person; oneself is as unknown as nobody. What is done already is answered alike. */
export const blockPerson = async (ctx: UserCtx, { userId: named }: Input<'block'>): Promise<Output<'block'>> => {
  requireContacts(ctx.user)
  const blockedId = await requireSomebody(ctx, named)
  if (blockedId === ctx.user.id) throw new Refusal('userNotFound', { field: 'userId', reason: 'oneself' })
  return written(ctx, blockedId, 'contact.blocked')
}

/** Undoes a block. */
export const unblockPerson = async (ctx: UserCtx, { userId: named }: Input<'unblock'>): Promise<Output<'unblock'>> =>
  written(ctx, await requireSomebody(ctx, named), 'contact.unblocked')
